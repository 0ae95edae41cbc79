-- What is kept of a verdict is the document that is given out, beside it what it says of the score and what is wrong. What was kept
-- before has the same facts under other names; numbers and lists that an earlier version did not have are none, and
-- texts that are not there are left out, as merging does it with null.
UPDATE motions SET
    motion = json_patch('{}', json_object(
        'document', json_object(
            'verdict', motion -> '$.verdict', 'checked', json(coalesce(motion -> '$.checked', '0')), 'notes_off', json(coalesce(motion -> '$.notesOff', '0')),
            'without_details', json(coalesce(motion -> '$.withoutDetails', '0')), 'off', json(coalesce(motion -> '$.off', '[]')),
            'suggests', motion -> '$.suggests', 'reason', motion -> '$.reason',
            'observations', json(coalesce(motion -> '$.observations', '[]')), 'observations_left_out', json(coalesce(motion -> '$.observationsLeftOut', '0'))),
        'score', json(CASE WHEN motion ->> '$.score' IS NOT NULL THEN json_object(
            'verdict', motion -> '$.verdict', 'by_map', json('false'), 'confirmed', json(coalesce(motion -> '$.score.confirmed', '0')),
            'by_map_only', json(coalesce(motion -> '$.score.byMapOnly', '0')), 'unconfirmed', json(coalesce(motion -> '$.score.unconfirmed', '0')),
            'confirmed_share', json(coalesce(motion -> '$.score.confirmedShare', '0')), 'said', json(coalesce(motion -> '$.said', '[]')),
            'label', CASE
                WHEN motion ->> '$.verdict' = 'consistent' THEN 'score confirmed'
                WHEN motion ->> '$.verdict' = 'inconsistent' THEN 'motion does not fit'
                WHEN coalesce(motion ->> '$.score.confirmed', 0) = 0 THEN 'score not confirmed'
                ELSE format('%.2f%% ', min(100.0 * coalesce(motion ->> '$.score.confirmedShare', 0), 99.99)) || 'by motion' END) END),
        'cuts_finding', motion -> '$.finding')),
    listed = json_patch('{}', json_object(
        'document', json_object(
            'verdict', listed -> '$.verdict', 'checked', json(coalesce(listed -> '$.checked', '0')), 'notes_off', json(coalesce(listed -> '$.notesOff', '0')),
            'without_details', json(coalesce(listed -> '$.withoutDetails', '0')), 'off', json(coalesce(listed -> '$.off', '[]')),
            'suggests', listed -> '$.suggests', 'reason', listed -> '$.reason',
            'observations', json(coalesce(listed -> '$.observations', '[]')), 'observations_left_out', json(coalesce(listed -> '$.observationsLeftOut', '0'))),
        'score', json(CASE WHEN listed ->> '$.score' IS NOT NULL THEN json_object(
            'verdict', listed -> '$.verdict', 'by_map', json('false'), 'confirmed', json(coalesce(listed -> '$.score.confirmed', '0')),
            'by_map_only', json(coalesce(listed -> '$.score.byMapOnly', '0')), 'unconfirmed', json(coalesce(listed -> '$.score.unconfirmed', '0')),
            'confirmed_share', json(coalesce(listed -> '$.score.confirmedShare', '0')), 'said', json(coalesce(listed -> '$.said', '[]')),
            'label', CASE
                WHEN listed ->> '$.verdict' = 'consistent' THEN 'score confirmed'
                WHEN listed ->> '$.verdict' = 'inconsistent' THEN 'motion does not fit'
                WHEN coalesce(listed ->> '$.score.confirmed', 0) = 0 THEN 'score not confirmed'
                ELSE format('%.2f%% ', min(100.0 * coalesce(listed ->> '$.score.confirmedShare', 0), 99.99)) || 'by motion' END) END),
        'cuts_finding', listed -> '$.finding'))
WHERE motion IS NOT NULL;

DROP INDEX map_matches_inconsistent;
ALTER TABLE map_matches DROP COLUMN score_verdict;
-- What motion and map together say of the score, where the two are compared.
ALTER TABLE map_matches ADD COLUMN score_verdict TEXT;
UPDATE map_matches SET score_verdict = CASE WHEN listed ->> '$.score' IS NOT NULL THEN listed ->> '$.verdict' END;
CREATE INDEX map_matches_inconsistent ON map_matches (replay_key) WHERE score_verdict = 'inconsistent';

UPDATE map_matches SET
    found = json_patch('{}', json_object(
        'document', json_object(
            'verdict', found -> '$.verdict', 'matched', json(coalesce(found -> '$.matched', '0')), 'invented', json(coalesce(found -> '$.invented', '0')),
            'invented_notes', json(coalesce(found -> '$.inventedNotes', '[]')), 'missing', json(coalesce(found -> '$.missing', '0')),
            'not_reached', json(coalesce(found -> '$.notReached', '0')), 'recorded_score', json(coalesce(found -> '$.recordedScore', '0')),
            'score_by_map', json(coalesce(found -> '$.scoreByMap', '0')), 'max_score', json(coalesce(found -> '$.maxScore', '0')),
            'cuts_checked', json(coalesce(found -> '$.cutsChecked', '0')), 'cuts_off', json(coalesce(found -> '$.cutsOff', '0')),
            'score_by_motion', found -> '$.scoreByMotion', 'cuts_reason', found -> '$.cutsReason',
            'reason', found -> '$.reason',
            'missing_notes', json((SELECT json_group_array(json_object('time_s', value -> '$.timeS', 'note_id', json(coalesce(value -> '$.noteId', '0'))))
                FROM json_each(found, '$.missingNotes')))),
        'score', json(CASE WHEN found ->> '$.score' IS NOT NULL THEN json_object(
            'verdict', found -> '$.verdict', 'by_map', json('true'), 'confirmed', json(coalesce(found -> '$.score.confirmed', '0')),
            'by_map_only', json(coalesce(found -> '$.score.byMapOnly', '0')), 'unconfirmed', json(coalesce(found -> '$.score.unconfirmed', '0')),
            'confirmed_share', json(coalesce(found -> '$.score.confirmedShare', '0')), 'said', json(coalesce(found -> '$.said', '[]')),
            'label', CASE
                WHEN found ->> '$.verdict' = 'consistent' THEN 'score confirmed'
                WHEN found ->> '$.verdict' = 'inconsistent' THEN 'motion does not fit'
                WHEN coalesce(found ->> '$.score.confirmed', 0) = 0 THEN 'score not confirmed'
                ELSE format('%.2f%% ', min(100.0 * coalesce(found ->> '$.score.confirmedShare', 0), 99.99)) || 'confirmed' END) END),
        'finding', found -> '$.finding', 'cuts_finding', found -> '$.cutsFinding')),
    listed = json_patch('{}', json_object(
        'document', json_object(
            'verdict', listed -> '$.verdict', 'matched', json(coalesce(listed -> '$.matched', '0')), 'invented', json(coalesce(listed -> '$.invented', '0')),
            'invented_notes', json(coalesce(listed -> '$.inventedNotes', '[]')), 'missing', json(coalesce(listed -> '$.missing', '0')),
            'not_reached', json(coalesce(listed -> '$.notReached', '0')), 'recorded_score', json(coalesce(listed -> '$.recordedScore', '0')),
            'score_by_map', json(coalesce(listed -> '$.scoreByMap', '0')), 'max_score', json(coalesce(listed -> '$.maxScore', '0')),
            'cuts_checked', json(coalesce(listed -> '$.cutsChecked', '0')), 'cuts_off', json(coalesce(listed -> '$.cutsOff', '0')),
            'score_by_motion', listed -> '$.scoreByMotion', 'cuts_reason', listed -> '$.cutsReason',
            'reason', listed -> '$.reason',
            'missing_notes', json((SELECT json_group_array(json_object('time_s', value -> '$.timeS', 'note_id', json(coalesce(value -> '$.noteId', '0'))))
                FROM json_each(listed, '$.missingNotes')))),
        'score', json(CASE WHEN listed ->> '$.score' IS NOT NULL THEN json_object(
            'verdict', listed -> '$.verdict', 'by_map', json('true'), 'confirmed', json(coalesce(listed -> '$.score.confirmed', '0')),
            'by_map_only', json(coalesce(listed -> '$.score.byMapOnly', '0')), 'unconfirmed', json(coalesce(listed -> '$.score.unconfirmed', '0')),
            'confirmed_share', json(coalesce(listed -> '$.score.confirmedShare', '0')), 'said', json(coalesce(listed -> '$.said', '[]')),
            'label', CASE
                WHEN listed ->> '$.verdict' = 'consistent' THEN 'score confirmed'
                WHEN listed ->> '$.verdict' = 'inconsistent' THEN 'motion does not fit'
                WHEN coalesce(listed ->> '$.score.confirmed', 0) = 0 THEN 'score not confirmed'
                ELSE format('%.2f%% ', min(100.0 * coalesce(listed ->> '$.score.confirmedShare', 0), 99.99)) || 'confirmed' END) END),
        'finding', listed -> '$.finding', 'cuts_finding', listed -> '$.cutsFinding'))
WHERE found IS NOT NULL;
