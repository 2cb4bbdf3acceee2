-- offline: renames organization_id of invitation and member
alter table invitation rename organization_id to organizer_id;
alter table invitation
  rename constraint invitation_organization_id_fkey to invitation_organizer_id_fkey;
alter index invitation__organization rename to invitation__organizer;

alter table member rename organization_id to organizer_id;
alter table member rename constraint member_organization_id_fkey to member_organizer_id_fkey;
alter index member__organization rename to member__organizer;
