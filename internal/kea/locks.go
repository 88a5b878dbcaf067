package kea

import "sync"

// serverLocks has one mutex per daemon for the whole process: two provider aliases that
// name the same server must not overwrite each other, and Kea has no compare-and-set.
var serverLocks sync.Map

func lockServer(endpoint string, family Family) (unlock func()) {
	value, _ := serverLocks.LoadOrStore(endpoint+" "+family.Service(), &sync.Mutex{})
	mutex, _ := value.(*sync.Mutex)
	mutex.Lock()
	return mutex.Unlock
}
