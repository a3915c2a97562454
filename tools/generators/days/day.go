// The day (the-day.ts) by a client of openapi-generator in Go.
package main

import (
	"context"
	"encoding/json"
	"log"
	"openapi"
	"os"

	"github.com/antihax/optional"
)

type theDay struct {
	Plan   openapi.PlanInput   `json:"plan"`
	Report openapi.ReportInput `json:"report"`
}

func main() {
	var day theDay
	text, err := os.ReadFile("the-day.json")
	check(err)
	check(json.Unmarshal(text, &day))

	settings := openapi.NewConfiguration()
	settings.BasePath = os.Getenv("ROUTEWRIGHT_URL")
	client := openapi.NewAPIClient(settings)
	ctx := context.WithValue(context.Background(), openapi.ContextAPIKey, openapi.APIKey{Key: os.Getenv("ROUTEWRIGHT_KEY")})

	projects, _, err := client.ProjectsApi.ListProjects(ctx, nil)
	check(err)
	options := &openapi.CreatePlanOpts{Body: optional.NewInterface(day.Plan)}
	plan, _, err := client.PlansApi.CreatePlan(ctx, projects.Docs[0].Id, options)
	check(err)
	optimized, _, err := client.PlansApi.OptimizePlan(ctx, plan.Id, nil)
	check(err)
	id := stopOnRoute(optimized.Stops)
	_, _, err = client.ReportsApi.CreateReport(ctx, id, day.Report)
	check(err)
	reported, _, err := client.StopsApi.GetStop(ctx, id)
	check(err)
	if reported.Status != "completed" {
		log.Fatalf("Reported as done, but the stop is %s.", reported.Status)
	}
}

func stopOnRoute(stops []openapi.Stop) string {
	for _, stop := range stops {
		if stop.RouteId != "" {
			return stop.Id
		}
	}
	log.Fatal("Optimized, but no stop is on a route.")
	return ""
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
