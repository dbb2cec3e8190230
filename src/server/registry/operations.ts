import * as v from 'valibot';
import { LEGAL_CODES } from '#renderer/grammar/lint/law.ts';
import { requireKnownAssets } from '../drafting/assets.ts';
import { ASSET_OPERATIONS } from '../drafting/asset-operations.ts';
import { COMMENT_OPERATIONS } from '../drafting/comment-operations.ts';
import { DRAFT_LINK_OPERATIONS } from '../drafting/draft-link-operations.ts';
import { MENTION_OPERATIONS } from '../drafting/mention-operations.ts';
import { SCREENSHOT_REVIEW_OPERATIONS } from '../drafting/screenshot-review-operations.ts';
import { PRESENCE_OPERATIONS } from '../drafting/presence-operations.ts';
import { HOME_OPERATIONS } from '../home/home-operations.ts';
import { STAFF_OPERATIONS } from '../staff/staff-operations.ts';
import { MAIL_OPERATIONS } from '../mail/mail-operations.ts';
import { WEBHOOK_OPERATIONS } from '../webhooks/webhook-operations.ts';
import { hasRecord, listRecords, verifyAudit } from './audit.ts';
import { blameDocument } from './blame.ts';
import { exportRelease, importRelease, type ReleaseBundle } from './bundle.ts';
import { rightForProject, rightForSave } from './contract-changes.ts';
import { listChangeRequests } from './change-requests.ts';
import { CALENDAR_OPERATIONS } from './calendar-operations.ts';
import { readContent } from './contents.ts';
import { defineOperation, type Operation } from './operation.ts';
import { kindsOfRelease } from './about-release.ts';
import {
  type Changes,
  composeForReading,
  discardDraft,
  listRefusedSaves,
  listDrafts,
  listSaves,
  openDraft,
  readDraft,
  renameDraft,
  saveDraft,
} from './drafts.ts';
import { readCompiled } from './compiled.ts';
import { RegistryRefusal } from './failures.ts';
import { readAssistants } from '../drafting/assistants.ts';
import { listVersions } from './history.ts';
import { findLive, readManifest } from './manifests.ts';
import { checkPlans } from './readers.ts';
import { listReleases, makeRelease, makeReleaseOfDraft, publish, readRelease } from './releases.ts';
import { REVIEW_OPERATIONS } from './review-operations.ts';
import { listApprovals } from './second-person.ts';
import { ROLLOUT_OPERATIONS } from './rollout-operations.ts';
import { findRollbackTarget } from './roll-back.ts';
import { stepBack } from './rollouts.ts';
import { ASSISTANT, DRAFT_TITLE, DRAFT_TITLE_MEMBERS, WHY } from '#src/shared/operation-bodies.ts';
import {
  BUNDLE,
  BUNDLE_FILES,
  CHANGES,
  dictionary,
  exactObject,
  HASH,
  LIMIT,
  NAME,
  PATH,
  REASON,
  REVISION,
  TURN,
} from '#src/shared/operation-schemas.ts';

const REASONS = v.pipe(
  dictionary(v.picklist(LEGAL_CODES), REASON),
  v.description('Reason by code, for each legal warning that its document does not acknowledge.'),
);

/** Limit of a whole project with its images. */
const PROJECT_BYTES = 32 * 1024 * 1024;

export const OPERATIONS: readonly Operation[] = [
  defineOperation({
    id: 'readLive',
    method: 'get',
    path: '/live',
    may: 'read',
    summary: 'The live release.',
    async run({ database: { queries } }) {
      return (await findLive(queries)) ?? refuse('Nothing is live.');
    },
  }),
  defineOperation({
    id: 'listReleases',
    method: 'get',
    path: '/releases',
    may: 'read',
    summary: 'Releases, the newest first.',
    query: { limit: LIMIT },
    run: async ({ database: { queries }, query }) => ({
      releases: await listReleases(queries, query.limit),
    }),
  }),
  defineOperation({
    id: 'makeRelease',
    method: 'post',
    path: '/releases',
    may: 'edit',
    summary:
      'Validates and compiles a draft, or a whole project, and stores it as a release that is not live. 422 with every problem and its path if there are errors, or a legal warning has no reason. 403 if `files` have other contracts than the live release, and the account is no publisher.',
    async also({ database: { queries }, body }) {
      return 'files' in body ? rightForProject(queries, decode(body.files)) : undefined;
    },
    body: v.union(
      [
        exactObject({ draft: NAME, reason: REASON, meant: v.exactOptional(REASONS) }),
        exactObject({ files: BUNDLE_FILES, reason: REASON, meant: v.exactOptional(REASONS) }),
      ],
      'must have either a draft or files.',
    ),
    largest: PROJECT_BYTES,
    run({ database, compile, act, body }) {
      if ('draft' in body) return makeReleaseOfDraft(database, { ...body, ...act }, compile);
      const { files, ...why } = body;
      return makeRelease(database, { bytes: decode(files), ...why, ...act }, compile);
    },
  }),
  defineOperation({
    id: 'readRelease',
    method: 'get',
    path: '/releases/{release}',
    may: 'read',
    summary:
      'A release: who made it and why, with which assistants, what it needs, its approvals, the changes that reviewers ask for, its documents by hash.',
    params: { release: HASH },
    async run({ database: { queries }, params: { release } }) {
      const { files, compiled } = await readManifest(queries, release);
      const approvals = await listApprovals(queries, release);
      const asked = await listChangeRequests(queries, [release]);
      const about = await readRelease(queries, release);
      const assisted = await readAssistants(queries, about.draft);
      return { ...about, ...assisted, approvals, asked, files, compiled };
    },
  }),
  defineOperation({
    id: 'judgeRelease',
    method: 'get',
    path: '/releases/{release}/readers',
    may: 'read',
    summary: 'How each version of the page in use shows its screens: fully, with a fallback, or not at all.',
    params: { release: HASH },
    async run({ database: { queries }, params: { release }, act: { at } }) {
      const { plans } = await readCompiled(queries, release);
      return { readers: await checkPlans(queries, plans, at) };
    },
  }),
  defineOperation({
    id: 'exportRelease',
    method: 'get',
    path: '/releases/{release}/bundle',
    may: 'read',
    summary: 'A whole release, for import by another installation.',
    params: { release: HASH },
    run: ({ database: { queries }, params: { release } }) => exportRelease(queries, release),
  }),
  defineOperation({
    id: 'importRelease',
    method: 'post',
    path: '/releases/import',
    may: 'edit',
    summary:
      'Imports a release of another installation; it is validated again, and stored only with the same hash. 403 if its contracts differ from the live release, and the account is no publisher.',
    async also({ database: { queries }, body }) {
      return rightForProject(queries, decode(body.bundle.files));
    },
    body: exactObject({ bundle: BUNDLE, reason: REASON, meant: v.exactOptional(REASONS) }),
    largest: PROJECT_BYTES,
    run({ database, compile, act, body }) {
      return importRelease(database, { ...body, ...act }, compile);
    },
  }),
  ...REVIEW_OPERATIONS,
  defineOperation({
    id: 'publishRelease',
    method: 'post',
    path: '/releases/{release}/publish',
    may: 'publish',
    on: ({ database: { queries }, params }) => kindsOfRelease(queries, params.release),
    summary: 'Publishes the release. 409 if another release went live since it was made.',
    params: { release: HASH },
    body: WHY,
    async run({ database, act, params: { release }, body }) {
      await publish(database, { release, ...body, ...act });
      return (await findLive(database.queries)) ?? refuse('Nothing is live.');
    },
  }),
  defineOperation({
    id: 'readRollback',
    method: 'get',
    path: '/rollback',
    may: 'read',
    summary:
      'The release that a rollback without `to` makes live: the one before the live one, or an older one if that can no longer be served. Absent if there is none, or a rollout is in progress.',
    async run({ database: { queries } }) {
      const to = await findRollbackTarget(queries);
      return to === undefined ? {} : { to };
    },
  }),
  defineOperation({
    id: 'rollBack',
    method: 'post',
    path: '/rollback',
    may: 'take-back',
    summary:
      'One step back: returns the rollout in progress; without one makes an earlier release live again, byte for byte (`to`, or the previous one). `did` is `returned-rollout` (with `rollout`, `candidate`, and `wanted` if `to` was not applied) or `rolled-back`. With `seen`, the release that the person saw live, it only makes an earlier release live: 409 if another one is live now, or a rollout is in progress.',
    body: exactObject({ reason: REASON, to: v.exactOptional(HASH), seen: v.exactOptional(HASH) }),
    async run({ database, act, body }) {
      const done = await stepBack(database, { ...body, ...act });
      return { ...((await findLive(database.queries)) ?? refuse('Nothing is live.')), ...done };
    },
  }),
  defineOperation({
    id: 'listDrafts',
    method: 'get',
    path: '/drafts',
    may: 'read',
    summary: 'Open drafts, the newest first.',
    query: { limit: LIMIT },
    run: async ({ database: { queries }, query }) => ({ drafts: await listDrafts(queries, query.limit) }),
  }),
  defineOperation({
    id: 'openDraft',
    method: 'post',
    path: '/drafts',
    may: 'edit',
    summary: 'Opens a draft on top of the live release.',
    body: exactObject({ ...DRAFT_TITLE_MEMBERS, assistant: v.exactOptional(ASSISTANT) }),
    run: ({ database, act, newId, body }) => openDraft(database, { id: newId(), ...body, ...act }),
  }),
  defineOperation({
    id: 'readDraft',
    method: 'get',
    path: '/drafts/{draft}',
    may: 'read',
    summary:
      'A draft, and its project by hash. If another change of a same document was published meanwhile: `conflict`, and the project on top of the release that the draft started from.',
    params: { draft: NAME },
    async run({ database: { queries }, params: { draft: id } }) {
      const { files, ...composed } = await composeForReading(queries, id);
      const assisted = await readAssistants(queries, id);
      return {
        ...(await readDraft(queries, id)),
        ...assisted,
        ...composed,
        files: Object.fromEntries(files),
      };
    },
  }),
  defineOperation({
    id: 'saveDraft',
    method: 'put',
    path: '/drafts/{draft}/files',
    may: 'edit',
    summary:
      'Saves documents; `seen` is the revision that the person edits. 409 if the draft has changed, with the base, current and refused content of each document; the refused save is stored aside. `onto` rebases the draft on the live release, which needs all changes that others published in the same documents, or 409. 403 if a contract changes and the account is no publisher.',
    also: ({ database: { queries }, params: { draft }, body }) => {
      const { seen, changes } = body;
      return rightForSave(queries, { draft, seen, changes: decodeChanges(changes) });
    },
    params: { draft: NAME },
    mostAMinute: 600,
    body: exactObject({
      seen: REVISION,
      changes: CHANGES,
      onto: v.exactOptional(HASH),
      assistant: v.exactOptional(ASSISTANT),
    }),
    largest: PROJECT_BYTES,
    async run({ database, act, params: { draft }, body }) {
      const { changes, ...save } = body;
      const decoded = decodeChanges(changes);
      await requireKnownAssets(database.queries, decoded);
      return { revision: await saveDraft(database, { id: draft, changes: decoded, ...save, ...act }) };
    },
  }),
  defineOperation({
    id: 'listSaves',
    method: 'get',
    path: '/drafts/{draft}/saves',
    may: 'read',
    summary: 'Every save of a draft, oldest first; `aside` are the refused ones.',
    params: { draft: NAME },
    run: async ({ database: { queries }, params: { draft } }) => ({
      saves: await listSaves(queries, draft),
      aside: await listRefusedSaves(queries, draft),
    }),
  }),
  defineOperation({
    id: 'renameDraft',
    method: 'put',
    path: '/drafts/{draft}/title',
    may: 'edit',
    summary: 'Gives a draft another title.',
    params: { draft: NAME },
    body: DRAFT_TITLE,
    async run({ database, act, params: { draft }, body }) {
      await renameDraft(database, { id: draft, ...body, ...act });
      return readDraft(database.queries, draft);
    },
  }),
  defineOperation({
    id: 'discardDraft',
    method: 'delete',
    path: '/drafts/{draft}',
    may: 'edit',
    summary: 'Closes a draft; its saves stay stored.',
    params: { draft: NAME },
    async run({ database, act, params: { draft } }) {
      await discardDraft(database, { id: draft, ...act });
      return readDraft(database.queries, draft);
    },
  }),
  defineOperation({
    id: 'readContent',
    method: 'get',
    path: '/contents/{hash}',
    may: 'read',
    summary: 'The bytes of one version of a document or image, in Base64.',
    params: { hash: HASH },
    run: async ({ database: { queries }, params: { hash } }) => ({
      base64: (await readContent(queries, hash)).toString('base64'),
    }),
  }),
  defineOperation({
    id: 'readHistory',
    method: 'get',
    path: '/history',
    may: 'read',
    summary:
      'The versions of one document that were live, the newest first, with who published each and why.',
    query: { path: PATH, limit: LIMIT },
    async run({ database: { queries }, query }) {
      return { versions: await listVersions(queries, query.path, query.limit) };
    },
  }),
  defineOperation({
    id: 'blame',
    method: 'get',
    path: '/blame',
    may: 'read',
    summary: 'When and by whom each value of a document was written: by release, or, in a draft, by save.',
    query: { path: PATH, draft: v.exactOptional(NAME) },
    run: ({ database: { queries }, query }) => blameDocument(queries, query),
  }),
  defineOperation({
    id: 'listAudit',
    method: 'get',
    path: '/audit',
    may: 'read',
    summary: 'Who did what, when and why, newest first.',
    query: {
      subject: v.exactOptional(v.pipe(v.string(), v.maxLength(200))),
      actions: v.exactOptional(
        v.pipe(
          v.string(),
          v.regex(
            /^[a-z.-]{1,60}(,[a-z.-]{1,60}){0,30}$/,
            'is not in the expected form: names of actions, separated by commas.',
          ),
          v.transform((names) => names.split(',')),
          v.description(
            'Only records of these actions, separated by commas: `release.publish,release.rollback`.',
          ),
        ),
      ),
      before: v.exactOptional(v.pipe(TURN, v.description('Turn of the last record on the previous page.'))),
      limit: LIMIT,
    },
    run: async ({ database: { queries }, query }) => ({
      records: await listRecords(queries, query),
    }),
  }),
  defineOperation({
    id: 'verifyAudit',
    method: 'get',
    path: '/audit/verification',
    may: 'read',
    summary:
      'Verifies the hash chain of the audit, and names the first record that was changed or whose predecessor is missing. `head`, from an earlier verification, must still be in the chain.',
    query: { head: v.exactOptional(HASH) },
    async run({ database: { queries }, query: { head } }) {
      const verdict = await verifyAudit(queries);
      if (head === undefined || !verdict.isWhole || (await hasRecord(queries, head))) return verdict;
      return { isWhole: false, why: 'rewritten' };
    },
  }),
  ...HOME_OPERATIONS,
  ...ASSET_OPERATIONS,
  ...COMMENT_OPERATIONS,
  ...MENTION_OPERATIONS,
  ...SCREENSHOT_REVIEW_OPERATIONS,
  ...PRESENCE_OPERATIONS,
  ...DRAFT_LINK_OPERATIONS,
  ...ROLLOUT_OPERATIONS,
  ...CALENDAR_OPERATIONS,
  ...STAFF_OPERATIONS,
  ...WEBHOOK_OPERATIONS,
  ...MAIL_OPERATIONS,
];

function refuse(message: string): never {
  throw new RegistryRefusal('unknown', message);
}

function decode(files: ReleaseBundle['files']): Map<string, Buffer> {
  return new Map(Object.entries(files).map(([path, text]) => [path, Buffer.from(text, 'base64')]));
}

function decodeChanges(changes: v.InferOutput<typeof CHANGES>): Changes {
  const decodeOne = (change: (typeof changes)[string]) => {
    if (change === null) return null;
    return 'text' in change ? change.text : Buffer.from(change.base64, 'base64');
  };
  return Object.fromEntries(Object.entries(changes).map(([path, change]) => [path, decodeOne(change)]));
}
