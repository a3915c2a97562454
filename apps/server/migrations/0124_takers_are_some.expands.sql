-- Takers are one of some, in reports and in those that contradict.
alter table reports add check (taken_by in ('recipient', 'household', 'neighbour', 'left'));
alter table report_conflicts add check (taken_by in ('recipient', 'household', 'neighbour', 'left'));
