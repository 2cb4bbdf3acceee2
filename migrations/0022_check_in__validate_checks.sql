alter table ticket validate constraint ticket__used;
alter table check_in validate constraint check_in_result_check;
