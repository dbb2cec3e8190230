import * as v from 'valibot';
import { isRecord } from '#renderer/plan/value.ts';
import type { Thread, Unread } from '#src/shared/registry/comment.ts';
import type { DraftLink } from '#src/shared/registry/draft-link.ts';
import type { ScreenshotReview } from '#src/shared/registry/screenshot-review.ts';
import type { AuditRecord } from '#src/shared/registry/audit-record.ts';
import type { BlamedValue, DocumentVersion } from '#src/shared/registry/document-history.ts';
import { ASSISTED } from '#src/shared/registry/assisted.ts';
import type { ChangeRequest } from '#src/shared/registry/change-request.ts';
import type { Conflict } from '#src/shared/registry/conflict.ts';
import type { Freeze } from '#src/shared/registry/freeze.ts';
import { REVIEW_NEED } from '#src/shared/registry/review-need.ts';
import type { ReleaseRecord } from '#src/shared/registry/release-record.ts';
import type { Rollout } from '#src/shared/registry/rollout.ts';
import type { Schedule } from '#src/shared/registry/schedule.ts';
import type { WeeklyVisitors } from '#src/shared/registry/weekly-visitors.ts';
import type { Scenario } from '#src/simulator/scenarios/scenario.ts';
import type { ServiceAnswers } from '#src/simulator/service/service-fixtures.ts';
import type { StateFile } from '#src/simulator/states/states.ts';
import { KNOWN_ATTRIBUTES, STORED_CONDITION } from '#src/shared/rollout/audience.ts';
import { STRATEGY } from '#src/shared/rollout/strategy.ts';
import { WEEKLY } from '#src/shared/weekly.ts';

/**
 * Schemas of the server's replies. Members that a newer server adds are ignored. A newer kind is read as a named
 * default.
 */

type Answer<T> = v.GenericSchema<unknown, T>;

/**
 * Schema of a string that is one of `kinds`. Any other string, such as a kind that only a newer server knows, is
 * read as `other`.
 */
function kindOf<const Kind extends string>(kinds: readonly Kind[], other: Kind) {
  return v.pipe(
    v.string(),
    v.transform((kind) => kinds.find((one) => one === kind) ?? other),
  );
}

const ACT = { actor: v.string(), at: v.number() };

const CONFLICT: Answer<Conflict> = v.object({
  revision: v.number(),
  live: v.exactOptional(v.string()),
  documents: v.record(
    v.string(),
    v.object({
      seen: v.nullable(v.string()),
      now: v.nullable(v.string()),
      yours: v.exactOptional(v.nullable(v.string())),
      actor: v.exactOptional(v.string()),
      at: v.exactOptional(v.number()),
    }),
  ),
});

export const REFUSAL = v.object({
  error: v.object({
    code: v.string(),
    message: v.string(),
    problems: v.exactOptional(
      v.array(
        v.object({
          code: v.string(),
          severity: kindOf(['error', 'warning'], 'error'),
          file: v.string(),
          line: v.number(),
          column: v.number(),
          pointer: v.string(),
          message: v.string(),
        }),
      ),
    ),
    conflict: v.exactOptional(CONFLICT),
    members: v.exactOptional(v.record(v.string(), v.string())),
  }),
});

export const CONTENT = v.object({ base64: v.string() });
export const LIVE = v.object({ release: v.string() });
/** File hashes by path. */
export const FILES = v.object({ files: v.record(v.string(), v.string()) });
export const REVISION = v.object({ revision: v.number() });

const DRAFT_MEMBERS = {
  id: v.string(),
  title: v.string(),
  base: v.exactOptional(v.string()),
  revision: v.number(),
  state: kindOf(['open', 'published', 'discarded'], 'discarded'),
  assistants: v.exactOptional(v.array(ASSISTED)),
};
export const DRAFT = v.object(DRAFT_MEMBERS);
export const DRAFTS = v.object({ drafts: v.array(DRAFT) });
export const READ_DRAFT = v.object({ ...DRAFT_MEMBERS, conflict: v.exactOptional(CONFLICT) });
export const DRAFT_FILES = v.object({ ...FILES.entries, parent: v.exactOptional(v.string()) });
export const SAVES = v.object({
  saves: v.array(
    v.object({ ...ACT, revision: v.number(), path: v.string(), content: v.nullable(v.string()) }),
  ),
});

const LEGAL_ACKNOWLEDGEMENT = v.object({
  code: v.string(),
  file: v.string(),
  pointer: v.string(),
  message: v.string(),
  reason: v.string(),
});
const RECORD_MEMBERS = {
  ...ACT,
  hash: v.string(),
  reason: v.string(),
  needs: v.array(REVIEW_NEED),
  draft: v.exactOptional(v.string()),
  parent: v.exactOptional(v.string()),
  meant: v.exactOptional(v.array(LEGAL_ACKNOWLEDGEMENT)),
};
export const RELEASE: Answer<ReleaseRecord> = v.object(RECORD_MEMBERS);
export const RELEASES = v.object({ releases: v.array(RELEASE) });
export const CHANGE_REQUEST: Answer<ChangeRequest> = v.object({
  ...ACT,
  id: v.string(),
  release: v.string(),
  text: v.string(),
});
export const WHOLE_RELEASE = v.object({
  ...RECORD_MEMBERS,
  assistants: v.exactOptional(v.array(ASSISTED)),
  ...FILES.entries,
  approvals: v.array(
    v.object({
      ...ACT,
      reason: v.string(),
      pictures: v.union([
        v.object({ seen: v.number(), notCompared: v.number() }),
        kindOf(['none', 'unknown'], 'unknown'),
      ]),
      invitedBy: v.array(v.string()),
      fault: v.exactOptional(v.string()),
    }),
  ),
  asked: v.array(CHANGE_REQUEST),
});

export const SCHEDULE: Answer<Schedule> = v.object({
  ...ACT,
  reason: v.string(),
  id: v.string(),
  release: v.string(),
  due: v.number(),
  gradual: v.exactOptional(v.object({ strategy: STRATEGY, audience: v.array(STORED_CONDITION) })),
  state: kindOf(['waiting', 'live', 'refused', 'cancelled'], 'cancelled'),
  ended: v.exactOptional(v.string()),
});
export const SCHEDULES = v.object({ schedules: v.array(SCHEDULE) });

const FREEZE: Answer<Freeze> = v.union([
  v.object({ ...ACT, id: v.string(), reason: v.string(), from: v.number(), to: v.number() }),
  v.object({ ...ACT, id: v.string(), reason: v.string(), weekly: WEEKLY }),
]);
export const FREEZES = v.object({ freezes: v.array(FREEZE) });

const ROLLOUT_MEMBERS = {
  ...ACT,
  id: v.string(),
  salt: v.string(),
  release: v.string(),
  base: v.string(),
  state: kindOf(['running', 'paused', 'returned', 'completed'], 'paused'),
  stage: v.number(),
  basisPoints: v.number(),
  audience: v.array(STORED_CONDITION),
  strategy: STRATEGY,
  since: v.number(),
  reason: v.string(),
  ended: v.exactOptional(v.string()),
};
export const ROLLOUT: Answer<Rollout> = v.object(ROLLOUT_MEMBERS);
export const ROLLOUTS = v.object({ rollouts: v.array(ROLLOUT) });
/** Numbers of reports by kind. The studio does not show kinds that it does not know. */
const COUNTS = v.record(v.string(), v.number());
export const ROLLOUT_BOARD = v.object({
  ...ROLLOUT_MEMBERS,
  counts: v.object({ candidate: COUNTS, control: COUNTS }),
  contentMs: v.object({ candidate: v.exactOptional(v.number()), control: v.exactOptional(v.number()) }),
  verdict: v.exactOptional(
    v.object({
      do: kindOf(['return', 'advance', 'wait'], 'wait'),
      because: v.exactOptional(v.string(), ''),
    }),
  ),
});

export const VISITORS: Answer<WeeklyVisitors> = v.object({
  days: v.number(),
  visitors: v.array(v.object({ attributes: KNOWN_ATTRIBUTES, count: v.number() })),
});
export const ROLLBACK = v.object({ to: v.optional(v.string()) });
export const READERS = v.object({ readers: v.array(v.object({ grammar: v.number() })) });
export const AUDIT: Answer<{ readonly records: readonly AuditRecord[] }> = v.object({
  records: v.array(
    v.object({
      ...ACT,
      turn: v.number(),
      action: v.string(),
      subject: v.string(),
      details: v.record(v.string(), v.unknown()),
    }),
  ),
});
export const LEGAL_ACKNOWLEDGEMENTS = v.array(LEGAL_ACKNOWLEDGEMENT);

export const PICTURE_REVIEWS: Answer<{ readonly reviews: readonly ScreenshotReview[] }> = v.object({
  reviews: v.array(
    v.object({
      ...ACT,
      state: v.string(),
      picture: v.string(),
      verdict: kindOf(['accepted', 'denied', 'lifted'], 'lifted'),
      note: v.string(),
    }),
  ),
});

const ASSET_MEMBERS = {
  path: v.string(),
  name: v.string(),
  content: v.string(),
  bytes: v.number(),
  width: v.exactOptional(v.number()),
  height: v.exactOptional(v.number()),
};
export const ASSETS = v.object({ assets: v.array(v.object(ASSET_MEMBERS)) });
export const NEW_ASSET = v.object({ revision: v.number(), asset: v.object(ASSET_MEMBERS) });

const SAID_MEMBERS = {
  ...ACT,
  id: v.string(),
  text: v.string(),
  mentions: v.exactOptional(v.array(v.string())),
};
const PLACE_MEMBERS = { draft: v.string(), path: v.string(), pointer: v.string(), content: v.string() };
export const THREADS: Answer<{ readonly threads: readonly Thread[] }> = v.object({
  threads: v.array(
    v.object({
      ...SAID_MEMBERS,
      ...PLACE_MEMBERS,
      turn: v.number(),
      revision: v.number(),
      resolved: v.exactOptional(v.object(ACT)),
      replies: v.array(v.object(SAID_MEMBERS)),
    }),
  ),
});
export const UNREAD: Answer<Unread> = v.object({ ...SAID_MEMBERS, ...PLACE_MEMBERS, thread: v.string() });
export const MENTIONS = v.object({ mentions: v.array(UNREAD) });
export const STAFF = v.object({
  staff: v.array(v.object({ name: v.string(), kind: v.string(), state: v.string() })),
});

const LINK_MEMBERS = {
  ...ACT,
  id: v.string(),
  draft: v.string(),
  state: v.exactOptional(v.string()),
  until: v.number(),
  revoked: v.exactOptional(v.object(ACT)),
};
export const LINKS: Answer<{ readonly links: readonly DraftLink[] }> = v.object({
  links: v.array(v.object(LINK_MEMBERS)),
});
export const NEW_LINK = v.object({ ...LINK_MEMBERS, address: v.string() });

export const VERSIONS: Answer<{ readonly versions: readonly DocumentVersion[] }> = v.object({
  versions: v.array(
    v.object({
      ...ACT,
      release: v.string(),
      content: v.nullable(v.string()),
      reason: v.string(),
      rolledBack: v.exactOptional(v.object({ ...ACT, reason: v.string() })),
    }),
  ),
});
export const BLAME: Answer<{ readonly values: readonly BlamedValue[] }> = v.object({
  values: v.array(
    v.object({
      ...ACT,
      pointer: v.string(),
      release: v.exactOptional(v.string()),
      reason: v.exactOptional(v.string()),
      revision: v.exactOptional(v.number()),
    }),
  ),
});

const STATE_FILES = v.record(v.string(), v.custom<StateFile>(isRecord));
/** The server has validated the files; here only their presence is checked. */
export const SIMULATOR_FIXTURES = v.object({
  scenarios: v.record(v.string(), v.custom<Scenario>(isRecord)),
  screens: STATE_FILES,
  sets: STATE_FILES,
  places: v.string(),
  service: v.custom<ServiceAnswers>(isRecord),
});
