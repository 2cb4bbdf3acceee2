alter table ticket_type
  validate constraint ticket_type__sold_in,
  validate constraint ticket_type__min_per_order,
  validate constraint ticket_type__kind;
