-- How a driver wishes to get the link to his route; nothing is by e-mail.
alter table drivers add column reached_by text check (reached_by in ('email', 'sms'));
