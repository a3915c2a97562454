-- Plans that a run found beside the cheapest, each with its goal, its solution and its comparison with the plan before; null for none.

alter table optimization_results add column alternatives jsonb;
