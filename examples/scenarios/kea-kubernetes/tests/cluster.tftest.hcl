# Makes the cluster on the server that the environment names, adds a worker, and takes all
# of it down again.
run "cluster" {
  assert {
    condition     = [for name in var.control_plane : output.machines[name].address] == ["10.40.0.10", "10.40.0.11", "10.40.0.12"]
    error_message = "The addresses of the control plane follow from their order."
  }
  assert {
    condition     = length(distinct([for m in output.machines : m.address])) == 6
    error_message = "Every machine has an address of its own."
  }
}

# An address that is known in the plan is one that is kept.
run "another_worker_planned" {
  command = plan

  variables {
    workers = ["worker-0", "worker-1", "worker-2", "worker-3"]
  }

  assert {
    condition     = startswith(kea_reservation.worker["worker-1"].ip_address, "10.40.0.")
    error_message = "A worker keeps its address when another one comes."
  }
}

run "another_worker" {
  variables {
    workers = ["worker-0", "worker-1", "worker-2", "worker-3"]
  }

  assert {
    condition     = length(distinct([for m in output.machines : m.address])) == 7
    error_message = "The new worker has an address of its own."
  }
}
