-- One job for each poster that was uploaded before the end of its key named its colour.
insert into job (name, lane, payload)
select 'events.poster_uncoloured', 'picture', jsonb_build_object('imageKey', image_key)
from event where image_key !~ '-c[0-9a-f]{6}(-tall)?$' group by image_key;
