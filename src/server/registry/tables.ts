import type { CommentTables } from '../drafting/comment-tables.ts';
import type { DraftLinkTables } from '../drafting/draft-link-tables.ts';
import type { MentionTables } from '../drafting/mention-tables.ts';
import type { PictureReviewTables } from '../drafting/picture-review-tables.ts';
import type { PresenceTables } from '../drafting/presence-tables.ts';
import type { StaffTables } from '../staff/staff-tables.ts';
import type { WebhookTables } from '../webhooks/webhook-tables.ts';
import type { AuthorTables } from './authors.ts';
import type { CalendarTables } from './calendar-tables.ts';
import type { CallTables } from './kept-calls.ts';
import type { ReaderTables } from './reader-tables.ts';
import type { RolloutTables } from './rollout-tables.ts';
import type { ServedFileTables } from './served-files.ts';
import type { VisitorTables } from './visitors.ts';

/**
 * What the registry keeps. One set of column types serves both engines: texts, whole numbers below 2^53,
 * bytes. Times are milliseconds since the epoch; JSON is text, written and read by whoever owns the column.
 */
export interface Tables
  extends AuthorTables,
    CallTables,
    RolloutTables,
    CalendarTables,
    CommentTables,
    DraftLinkTables,
    MentionTables,
    PictureReviewTables,
    PresenceTables,
    ReaderTables,
    ServedFileTables,
    StaffTables,
    VisitorTables,
    WebhookTables {
  /** Texts and pictures by the SHA-256 of their bytes, in hex; never changed, never deleted while named. */
  contents: { hash: string; bytes: Uint8Array };
  /** One row: taking a turn is what makes writers wait for each other. */
  turns: { name: string; turn: number };
  drafts: {
    id: string;
    title: string;
    /** The release that it was begun from; null where there was none. */
    base: string | null;
    /** Grows with each save; a save names the one that it saw. */
    revision: number;
    state: 'open' | 'published' | 'discarded';
    actor: string;
    at: number;
  };
  /** Every save of a draft; the newest row of a path is what it says. */
  draft_changes: {
    draft: string;
    revision: number;
    path: string;
    /** Null: the document is deleted. */
    content: string | null;
    actor: string;
    at: number;
  };
  /** What somebody saved when the draft had gone on: kept beside it, and no part of it. */
  draft_asides: {
    draft: string;
    /** The revision that it was made from. */
    seen: number;
    path: string;
    content: string;
    actor: string;
    at: number;
  };
  releases: {
    hash: string;
    /** ReleaseManifest. */
    manifest: string;
    /**
     * ReviewNeed[] at the time when the release was made, only for display. The needs are computed again before it
     * goes live.
     */
    needs: string;
    /** MeantMatter[]; null where nothing is a matter of law, and of what was made before such were asked about. */
    meant: string | null;
    draft: string | null;
    /** What was live when it was made, which it takes the place of; null on an empty installation. */
    parent: string | null;
    /** 1: `authors` has all its authors; null for a release that was made before authors were stored. */
    authored: number | null;
    actor: string;
    reason: string;
    at: number;
  };
  approvals: { release: string; actor: string; at: number; reason: string };
  /** Which release an audience gets; `live` is everybody's. */
  pointers: { name: string; release: string; revision: number; at: number };
  /** The key for reports; the hash of the last record of the audit. */
  secrets: { name: string; hash: string };
  audit: {
    /** The writer's turn: no two records have one, and none is missing but where nothing was recorded. */
    turn: number;
    at: number;
    actor: string;
    action: string;
    subject: string;
    /** JSON. */
    details: string;
    /** Hash of the record before; empty for the first. */
    previous: string;
    hash: string;
  };
}
