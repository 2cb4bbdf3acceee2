-- When a change of the role gave the member the right 'money'. Null if the member joined with it.
alter table member add column money_since timestamp(3) with time zone;
