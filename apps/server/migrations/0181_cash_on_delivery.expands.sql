-- What a recipient pays at the door, and what was collected there: {"amount": "12.50", "currency": "CHF"}.

alter table stops add column cash_on_delivery jsonb;
alter table reports add column payment_collected jsonb;
alter table report_conflicts add column payment_collected jsonb;
alter table report_versions add column payment_collected jsonb;
