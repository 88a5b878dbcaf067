package catalog

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
)

// largeCatalog is 1,000 services with 3,000 dependencies, most with routes, volumes,
// metrics and indicators.
func largeCatalog() []File {
	files := make([]File, 1000)
	for i := range files {
		var b strings.Builder
		fmt.Fprintf(&b, "name: service-%04d\nsource:\n  image: registry.example.com/team/service-%04d:1.%d.0\n", i, i, i%7)
		fmt.Fprintf(&b, "ingressRoutes:\n  - host: s%d.${BASE_DOMAIN}\n    port: 8080\nauth:\n  mode: %s\n  groups: [staff]\n", i, []string{"native", "oidc", "forward-auth"}[i%3])
		b.WriteString("env:\n  - name: MODE\n    value: \"yes\"\n  - name: URL\n    value: https://example.com/?a=b#c\n")
		b.WriteString("storage:\n  - name: data\n    size: 10Gi\nobservability:\n  slis: [up]\n  metricsEndpoint:\n    port: 9100\ndependencies:\n")
		for k := range 3 {
			// Lower numbers alone, so that there is no circle; the first ones depend on databases.
			if to := i - 1 - k*k*7 - i%5; to >= 0 {
				fmt.Fprintf(&b, "  - to: service-%04d\n    port: %d\n", to, 8080+k)
			} else {
				fmt.Fprintf(&b, "  - to: database-%d\n    port: 5432\n", k)
			}
		}
		files[i] = File{fmt.Sprintf("service-%04d.yaml", i), b.String()}
	}
	return files
}

// BenchmarkCatalog reads, checks the waves of, and renders the large catalog. Beside
// the time it reports the memory in use with every text held. Its limits are a second
// of CPU and 200 MB.
func BenchmarkCatalog(b *testing.B) {
	files := largeCatalog()
	options := Options{Platform: DefaultPlatform(), ImageAutomation: true}
	var held []string
	start := cpuSeconds()
	for b.Loop() {
		held = held[:0]
		c := New(files)
		if waves, err := c.Waves(); err != nil || len(waves) < 1000 {
			b.Fatal(len(waves), err)
		}
		for _, f := range c.Files() {
			text, err := c.Render(f, options)
			if err != nil {
				b.Fatal(err)
			}
			held = append(held, text)
		}
	}
	b.ReportMetric((cpuSeconds()-start)/float64(b.N), "cpu-s/op")
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(m.Sys)/1e6, "MB-from-system")
	b.ReportMetric(float64(len(held)), "services")
	runtime.KeepAlive(held)
}

// cpuSeconds is the processor time of the process so far, which, unlike the time that
// passes, a second core cannot hide; 0 where there is no /proc.
func cpuSeconds() float64 {
	stat, err := os.ReadFile("/proc/self/stat")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(stat[strings.LastIndexByte(string(stat), ')')+2:]))
	const user, system, ticksPerSecond = 11, 12, 100
	ticks := 0
	for _, i := range []int{user, system} {
		n, _ := strconv.Atoi(fields[i])
		ticks += n
	}
	return float64(ticks) / ticksPerSecond
}

// BenchmarkCheck holds the large catalog against the schema.
func BenchmarkCheck(b *testing.B) {
	c := New(largeCatalog())
	for b.Loop() {
		for _, f := range c.Files() {
			if findings, err := c.Check(f); err != nil || len(findings) > 0 {
				b.Fatal(findings, err)
			}
		}
	}
}
