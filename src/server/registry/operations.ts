import { demandKnownPictures } from '../drafting/assets.ts';
import { ASSET_OPERATIONS } from '../drafting/asset-operations.ts';
import { COMMENT_OPERATIONS } from '../drafting/comment-operations.ts';
import { DRAFT_LINK_OPERATIONS } from '../drafting/draft-link-operations.ts';
import { MENTION_OPERATIONS } from '../drafting/mention-operations.ts';
import { PICTURE_REVIEW_OPERATIONS } from '../drafting/picture-review-operations.ts';
import { PRESENCE_OPERATIONS } from '../drafting/presence-operations.ts';
import type { Account } from '../staff/accounts.ts';
import type { Action, ScreenKind } from '../staff/roles.ts';
import { STAFF_OPERATIONS } from '../staff/staff-operations.ts';
import { WEBHOOK_OPERATIONS } from '../webhooks/webhook-operations.ts';
import type { Act } from './audit.ts';
import { hasRecord, listRecords, verifyAudit } from './audit.ts';
import { blameDocument } from './blame.ts';
import { exportRelease, importRelease, type ReleaseBundle } from './bundle.ts';
import type { Compile } from './compile.ts';
import { type FurtherRight, rightForProject, rightForSave } from './contract-changes.ts';
import { CALENDAR_OPERATIONS } from './calendar-operations.ts';
import { readContent } from './contents.ts';
import type { Database } from './database.ts';
import { aboutRelease } from './about-release.ts';
import {
  type Changes,
  composeForReading,
  discardDraft,
  listAsides,
  listDrafts,
  listSaves,
  openDraft,
  readDraft,
  saveDraft,
} from './drafts.ts';
import { readCompiled } from './compiled.ts';
import { RegistryRefusal } from './failures.ts';
import { listVersions } from './history.ts';
import { findLive, readManifest } from './manifests.ts';
import { judgePlans } from './readers.ts';
import {
  listReleases,
  type Made,
  makeRelease,
  makeReleaseOfDraft,
  publish,
  readRelease,
} from './releases.ts';
import { approve, listApprovals } from './second-person.ts';
import { ROLLOUT_OPERATIONS } from './rollout-operations.ts';
import { stepBack } from './rollouts.ts';
import type { JsonSchema } from './operation-schemas.ts';
import {
  BUNDLE,
  CHANGES,
  HASH,
  LIMIT,
  limitOf,
  NAME,
  PATH,
  REASON,
  REASONS,
  record,
  REVISION,
  TITLE,
  TURN,
} from './operation-schemas.ts';

/** What an operation is given; parameters and body have passed their schemas. */
export interface Call {
  readonly database: Database;
  readonly compile: Compile;
  readonly act: Act;
  /** Who asks. */
  readonly account: Account;
  readonly newId: () => string;
  /** `host:port` inside that may be told of things. */
  readonly inside: ReadonlySet<string>;
  /** Says that a draft is about to be looked at. */
  readonly prepare: (draft: string) => void;
  readonly params: { readonly [name: string]: string };
  readonly query: { readonly [name: string]: string };
  readonly body: unknown;
}

/** One thing that can be asked of the registry: its route, its part of the OpenAPI document, and what it does. */
export interface Operation {
  /** Unique; what clients call it. */
  readonly id: string;
  readonly method: 'get' | 'post' | 'put' | 'delete';
  /** Below `/capiz/api/v1`, parameters in braces. */
  readonly path: string;
  readonly summary: string;
  /** What somebody must be allowed to do; the table of roles says who is. */
  readonly may: Action;
  /** The kinds of screens that it is about; absent: of none in particular. */
  readonly on?: (call: Call) => Promise<readonly ScreenKind[]>;
  /** A right that this call needs beside `may`, because of what it changes. */
  readonly also?: (call: Call) => Promise<FurtherRight | undefined>;
  readonly params?: { readonly [name: string]: JsonSchema };
  readonly query?: { readonly [name: string]: JsonSchema };
  readonly body?: JsonSchema;
  /** Largest body in bytes; default: that of one document. */
  readonly largest?: number;
  /** So often somebody may ask for it in a minute, on each server; absent: as often as they like. */
  readonly mostAMinute?: number;
  /** What it answers, as JSON. */
  readonly run: (call: Call) => Promise<unknown>;
}

interface SaveBody {
  readonly seen: number;
  readonly changes: { readonly [path: string]: { text?: string; base64?: string } | null };
  readonly onto?: string;
}

/** A whole project with its pictures. */
const PROJECT_BYTES = 32 * 1024 * 1024;

export const OPERATIONS: readonly Operation[] = [
  {
    id: 'readLive',
    method: 'get',
    path: '/live',
    may: 'read',
    summary: 'The release that everybody gets.',
    async run({ database: { queries } }) {
      return (await findLive(queries)) ?? refuse('Nothing is live.');
    },
  },
  {
    id: 'listReleases',
    method: 'get',
    path: '/releases',
    may: 'read',
    summary: 'Releases, the newest first.',
    query: { limit: LIMIT },
    run: async ({ database: { queries }, query }) => ({
      releases: await listReleases(queries, limitOf(query)),
    }),
  },
  {
    id: 'makeRelease',
    method: 'post',
    path: '/releases',
    may: 'edit',
    summary:
      'Checks and compiles a draft, or a whole project, and keeps it as a release that nobody gets yet. 422 with every ' +
      'problem by position where it has errors, or where what is a matter of law has no reason. 403 where `files` have ' +
      'other contracts than the live release, and the account is no publisher.',
    async also({ database: { queries }, body }) {
      const { files } = body as { files?: ReleaseBundle['files'] };
      return files && rightForProject(queries, decode(files));
    },
    body: {
      oneOf: [
        record({ draft: NAME, reason: REASON, meant: REASONS }, ['draft', 'reason']),
        record({ files: BUNDLE.properties.files, reason: REASON, meant: REASONS }, ['files', 'reason']),
      ],
    },
    largest: PROJECT_BYTES,
    run({ database, compile, act, body }) {
      const what = body as Pick<Made, 'reason' | 'meant'> &
        ({ draft: string } | { files: ReleaseBundle['files'] });
      if ('draft' in what) return makeReleaseOfDraft(database, { ...what, ...act }, compile);
      const { files, ...why } = what;
      return makeRelease(database, { bytes: decode(files), ...why, ...act }, compile);
    },
  },
  {
    id: 'readRelease',
    method: 'get',
    path: '/releases/{release}',
    may: 'read',
    summary: 'A release: who made it and why, what it needs, who approved it, its documents by hash.',
    params: { release: HASH },
    async run({ database: { queries }, params: { release = '' } }) {
      const { files, compiled } = await readManifest(queries, release);
      const approvals = await listApprovals(queries, release);
      return { ...(await readRelease(queries, release)), approvals, files, compiled };
    },
  },
  {
    id: 'judgeRelease',
    method: 'get',
    path: '/releases/{release}/readers',
    may: 'read',
    summary: 'What each kind of page in use makes of its screens: shown, shown with a fallback, or refused.',
    params: { release: HASH },
    async run({ database: { queries }, params: { release = '' }, act: { at } }) {
      const { plans } = await readCompiled(queries, release);
      return { readers: await judgePlans(queries, plans, at) };
    },
  },
  {
    id: 'exportRelease',
    method: 'get',
    path: '/releases/{release}/bundle',
    may: 'read',
    summary: 'A release whole, to be imported by another installation.',
    params: { release: HASH },
    run: ({ database: { queries }, params: { release = '' } }) => exportRelease(queries, release),
  },
  {
    id: 'importRelease',
    method: 'post',
    path: '/releases/import',
    may: 'edit',
    summary:
      'Takes in a release of another installation, checked again, under the same hash or not at all. 403 where its ' +
      'contracts are not those of the live release, and the account is no publisher.',
    async also({ database: { queries }, body }) {
      const { bundle } = body as { bundle: ReleaseBundle };
      return rightForProject(queries, decode(bundle.files));
    },
    body: record({ bundle: BUNDLE, reason: REASON, meant: REASONS }, ['bundle', 'reason']),
    largest: PROJECT_BYTES,
    run({ database, compile, act, body }) {
      const what = body as Pick<Made, 'reason' | 'meant'> & { bundle: ReleaseBundle };
      return importRelease(database, { ...what, ...act }, compile);
    },
  },
  {
    id: 'approveRelease',
    method: 'post',
    path: '/releases/{release}/approve',
    may: 'approve',
    on: aboutRelease,
    summary: 'Approves exactly this content, by a person who is no author of its changes.',
    params: { release: HASH },
    body: record({ reason: REASON }),
    async run({ database, act, params: { release = '' }, body }) {
      await approve(database, { release, ...(body as { reason: string }), ...act });
      return { release, approvals: await listApprovals(database.queries, release) };
    },
  },
  {
    id: 'publishRelease',
    method: 'post',
    path: '/releases/{release}/publish',
    may: 'publish',
    on: aboutRelease,
    summary: 'Gives the release to everybody. 409 where something else went live since it was made.',
    params: { release: HASH },
    body: record({ reason: REASON }),
    async run({ database, act, params: { release = '' }, body }) {
      await publish(database, { release, ...(body as { reason: string }), ...act });
      return (await findLive(database.queries)) ?? refuse('Nothing is live.');
    },
  },
  {
    id: 'rollBack',
    method: 'post',
    path: '/rollback',
    may: 'take-back',
    summary:
      'One step back: returns the rollout that is on its way; without one gives everybody an earlier release again, ' +
      'byte for byte, without `to` the one before. `did` says which: `returned-rollout` (with `rollout`, `candidate`, and ' +
      '`wanted` where `to` was not gone back to) or `rolled-back`.',
    body: record({ reason: REASON, to: HASH }, ['reason']),
    async run({ database, act, body }) {
      const done = await stepBack(database, { ...(body as { reason: string; to?: string }), ...act });
      return { ...((await findLive(database.queries)) ?? refuse('Nothing is live.')), ...done };
    },
  },
  {
    id: 'listDrafts',
    method: 'get',
    path: '/drafts',
    may: 'read',
    summary: 'Open drafts, the newest first.',
    query: { limit: LIMIT },
    run: async ({ database: { queries }, query }) => ({ drafts: await listDrafts(queries, limitOf(query)) }),
  },
  {
    id: 'openDraft',
    method: 'post',
    path: '/drafts',
    may: 'edit',
    summary: 'Begins a draft from what is live.',
    body: record({ title: TITLE }),
    run: ({ database, act, newId, body }) =>
      openDraft(database, { id: newId(), ...(body as { title: string }), ...act }),
  },
  {
    id: 'readDraft',
    method: 'get',
    path: '/drafts/{draft}',
    may: 'read',
    summary:
      'A draft, and the project by hash as it would be with it. Where somebody has published another change of the ' +
      'same document meanwhile: `conflict`, and the project as it was when the draft was begun, with the draft.',
    params: { draft: NAME },
    async run({ database: { queries }, params: { draft: id = '' } }) {
      const { files, ...composed } = await composeForReading(queries, id);
      return { ...(await readDraft(queries, id)), ...composed, files: Object.fromEntries(files) };
    },
  },
  {
    id: 'saveDraft',
    method: 'put',
    path: '/drafts/{draft}/files',
    may: 'edit',
    summary:
      'Saves documents; `seen` is the revision that the person has in front of them. 409 where it went on, with what ' +
      'every document that others saved was, is and should have been; what was to be saved is kept aside. `onto`, which ' +
      'is live, takes the draft there: with all that others published in the same documents, or 409. 403 where a ' +
      'contract is changed and the account is no publisher.',
    also: ({ database: { queries }, params: { draft = '' }, body }) => {
      const { seen, changes } = body as SaveBody;
      return rightForSave(queries, { draft, seen, changes: decodeChanges(changes) });
    },
    params: { draft: NAME },
    mostAMinute: 600,
    body: record({ seen: REVISION, changes: CHANGES, onto: HASH }, ['seen', 'changes']),
    largest: PROJECT_BYTES,
    async run({ database, act, params: { draft = '' }, body }) {
      const { changes, ...save } = body as SaveBody;
      const decoded = decodeChanges(changes);
      await demandKnownPictures(database.queries, decoded);
      return { revision: await saveDraft(database, { id: draft, changes: decoded, ...save, ...act }) };
    },
  },
  {
    id: 'listSaves',
    method: 'get',
    path: '/drafts/{draft}/saves',
    may: 'read',
    summary: 'Every save of a draft, the oldest first; `aside` are those that came too late.',
    params: { draft: NAME },
    run: async ({ database: { queries }, params: { draft = '' } }) => ({
      saves: await listSaves(queries, draft),
      aside: await listAsides(queries, draft),
    }),
  },
  {
    id: 'discardDraft',
    method: 'delete',
    path: '/drafts/{draft}',
    may: 'edit',
    summary: 'Closes a draft; its saves are kept.',
    params: { draft: NAME },
    async run({ database, act, params: { draft = '' } }) {
      await discardDraft(database, { id: draft, ...act });
      return readDraft(database.queries, draft);
    },
  },
  {
    id: 'readContent',
    method: 'get',
    path: '/contents/{hash}',
    may: 'read',
    summary: 'The bytes of one version of a document or picture, in Base64.',
    params: { hash: HASH },
    run: async ({ database: { queries }, params: { hash = '' } }) => ({
      base64: (await readContent(queries, hash)).toString('base64'),
    }),
  },
  {
    id: 'readHistory',
    method: 'get',
    path: '/history',
    may: 'read',
    summary:
      'The versions of one document that were live, the newest first, with who published each and why.',
    query: { path: PATH, limit: LIMIT },
    async run({ database: { queries }, query }) {
      const { path } = query;
      if (path === undefined) throw new RegistryRefusal('invalid', 'The parameter path is missing.');
      return { versions: await listVersions(queries, path, limitOf(query)) };
    },
  },
  {
    id: 'blame',
    method: 'get',
    path: '/blame',
    may: 'read',
    summary:
      'Since when each value of a document has stood in its place, and who brought it there: to borrowers, or, in a draft, ' +
      'by which save.',
    query: { path: PATH, draft: NAME },
    async run({ database: { queries }, query: { path, draft } }) {
      if (path === undefined) throw new RegistryRefusal('invalid', 'The parameter path is missing.');
      return blameDocument(queries, { path, ...(draft !== undefined && { draft }) });
    },
  },
  {
    id: 'listAudit',
    method: 'get',
    path: '/audit',
    may: 'read',
    summary: 'Who did what, when and why, the newest first.',
    query: {
      subject: { type: 'string', maxLength: 200 },
      actions: {
        type: 'string',
        pattern: '^[a-z.-]{1,60}(,[a-z.-]{1,60}){0,30}$',
        description: 'Of these alone, separated by commas: `release.publish,release.rollback`.',
      },
      before: { ...TURN, description: 'Turn of the last record of the page before.' },
      limit: LIMIT,
    },
    run: async ({ database: { queries }, query }) => ({
      records: await listRecords(queries, {
        limit: limitOf(query),
        ...(query['subject'] !== undefined && { subject: query['subject'] }),
        ...(query['actions'] !== undefined && { actions: query['actions'].split(',') }),
        ...(query['before'] !== undefined && { before: Number(query['before']) }),
      }),
    }),
  },
  {
    id: 'verifyAudit',
    method: 'get',
    path: '/audit/verification',
    may: 'read',
    summary:
      'Follows the chain of the audit, and names the first record that is not as it was written, or before which one ' +
      'is missing. `head`, which an earlier verification answered, must ' +
      'still be among them.',
    query: { head: HASH },
    async run({ database: { queries }, query: { head } }) {
      const verdict = await verifyAudit(queries);
      if (head === undefined || !verdict.isWhole || (await hasRecord(queries, head))) return verdict;
      return { isWhole: false, why: 'rewritten' };
    },
  },
  ...ASSET_OPERATIONS,
  ...COMMENT_OPERATIONS,
  ...MENTION_OPERATIONS,
  ...PICTURE_REVIEW_OPERATIONS,
  ...PRESENCE_OPERATIONS,
  ...DRAFT_LINK_OPERATIONS,
  ...ROLLOUT_OPERATIONS,
  ...CALENDAR_OPERATIONS,
  ...STAFF_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
];

function refuse(message: string): never {
  throw new RegistryRefusal('unknown', message);
}

function decode(files: ReleaseBundle['files']): Map<string, Buffer> {
  return new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text, 'base64')]));
}

function decodeChanges(changes: {
  readonly [path: string]: { text?: string; base64?: string } | null;
}): Changes {
  return Object.fromEntries(
    Object.entries(changes).map(([path, content]) => [
      path,
      content === null
        ? null
        : content.base64 === undefined
          ? (content.text ?? '')
          : Buffer.from(content.base64, 'base64'),
    ]),
  );
}
