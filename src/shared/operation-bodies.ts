import * as v from 'valibot';
import { exactObject, HASH, integer, NAME, REASON, text, TITLE } from './operation-schemas.ts';
import { AUDIENCE, STRATEGY } from './rollout/rollout-schemas.ts';

/*
 * Bodies that forms of the studio send. A form and its operation use the same schema, so both refuse the same values.
 */

/** Body of an operation that takes only a reason. */
export const WHY = exactObject({ reason: REASON });

/** Body that opens or renames a draft. */
export const DRAFT_TITLE_MEMBERS = { title: TITLE };
export const DRAFT_TITLE = exactObject(DRAFT_TITLE_MEMBERS);

/** The assistant that writes for the account. */
export const ASSISTANT = v.pipe(
  text(1, 80),
  v.regex(/^[^\p{Cc}\p{Cf}]*$/u, 'contains a control character.'),
  v.description('The name of the assistant that writes for the account; shown in the review and the audit.'),
);

/** Milliseconds since the epoch. */
export const TIME = integer(0, 8_640_000_000_000_000);

/** Body that moves a schedule. */
export const DUE = exactObject({ due: TIME, reason: REASON });

const GRADUAL = { strategy: STRATEGY, audience: v.exactOptional(AUDIENCE, []) };

export const SCHEDULE = exactObject({
  due: TIME,
  gradual: v.exactOptional(
    v.pipe(
      exactObject(GRADUAL),
      v.description('A rollout that starts at that time; absent: everybody gets the release then.'),
    ),
  ),
  reason: REASON,
});

export const FREEZE_ONCE = exactObject({ from: TIME, to: TIME, reason: REASON });

/** Whether a period ends after its beginning. */
export function isSpan({ from, to }: { readonly from: number; readonly to: number }): boolean {
  return from < to;
}

export const ROLLOUT_START = exactObject({
  release: HASH,
  ...GRADUAL,
  reason: REASON,
});

/** Text that a person wrote; it must contain a visible character. */
export const WORDS = v.pipe(
  text(1, 2_000),
  v.regex(/\S/, 'contains only spaces.'),
  v.description('Plain text; shown unchanged.'),
);

export const REPLY = exactObject({ text: WORDS });

const COUNT = integer(0, 100_000);

export const APPROVAL = exactObject({
  reason: REASON,
  pictures: v.exactOptional(
    v.pipe(
      exactObject({ seen: COUNT, notCompared: COUNT }),
      v.description(
        'What the approver looked at, only from the studio: pictures that differ, and states that were not compared. Absent: the approval is given without pictures.',
      ),
    ),
  ),
});

/** Maximum lifetime of a link to a draft. */
export const LONGEST_HOURS = 24;

const STATE = v.pipe(
  v.string(),
  v.maxLength(130),
  v.regex(/^[\w-]+\/[\w-]+$/, 'is not in the expected form: <screen>/<state>.'),
  v.description('`<screen>/<state>` that the link opens; default: the first screen that the draft changes.'),
);

export const NEW_LINK = exactObject({ hours: integer(1, LONGEST_HOURS), state: v.exactOptional(STATE) });

/** The name in `asset:<name>` of definitions. */
export const ASSET_NAME = v.pipe(
  v.string(),
  v.regex(
    /^[a-z0-9][a-z0-9-]{0,59}$/,
    'is not in the expected form: small letters, digits and hyphens, at most 60, no hyphen first.',
  ),
);

const STATE_IN_LANGUAGE = v.pipe(
  v.string(),
  v.maxLength(200),
  v.regex(/^\S+ \S+ \S+$/, 'is not in the expected form: screen, state and language.'),
  v.description('Screen, state and language.'),
);

export const NOTE = v.pipe(v.string(), v.maxLength(500), v.description('What is wrong with it; plain text.'));

export const PICTURE_REVIEW = exactObject({
  state: STATE_IN_LANGUAGE,
  picture: NAME,
  verdict: v.picklist(['accepted', 'denied', 'lifted']),
  note: NOTE,
  release: v.exactOptional(HASH),
});
