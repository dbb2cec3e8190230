import type { AssistantTables } from '../drafting/assistant-tables.ts';
import type { CommentTables } from '../drafting/comment-tables.ts';
import type { DraftLinkTables } from '../drafting/draft-link-tables.ts';
import type { MentionTables } from '../drafting/mention-tables.ts';
import type { ScreenshotReviewTables } from '../drafting/screenshot-review-tables.ts';
import type { PresenceTables } from '../drafting/presence-tables.ts';
import type { MailTables } from '../mail/mail-tables.ts';
import type { StaffTables } from '../staff/staff-tables.ts';
import type { WebhookTables } from '../webhooks/webhook-tables.ts';
import type { AuthorTables } from './authors.ts';
import type { CalendarTables } from './calendar-tables.ts';
import type { ChangeRequestTables } from './change-request-tables.ts';
import type { CallTables } from './claim-store.ts';
import type { ReaderTables } from './reader-tables.ts';
import type { RolloutTables } from './rollout-tables.ts';
import type { ServedFileTables } from './served-files.ts';
import type { VisitorTables } from './visitors.ts';

/**
 * The tables of the registry. One set of column types serves both engines: strings, integers below 2^53, bytes.
 * Times are milliseconds since the epoch. JSON columns are strings; the module that owns a column writes and reads
 * it.
 */
export interface Tables
  extends AssistantTables,
    AuthorTables,
    CallTables,
    RolloutTables,
    CalendarTables,
    ChangeRequestTables,
    CommentTables,
    DraftLinkTables,
    MailTables,
    MentionTables,
    ScreenshotReviewTables,
    PresenceTables,
    ReaderTables,
    ServedFileTables,
    StaffTables,
    VisitorTables,
    WebhookTables {
  /** Texts and images by the SHA-256 of their bytes, in hex; never changed, never deleted while referenced. */
  contents: { hash: string; bytes: Uint8Array };
  /** One row: every write transaction updates it, so writers run one after another. */
  turns: { name: string; turn: number };
  drafts: {
    id: string;
    title: string;
    /** The release that the draft started from; null if there was none. */
    base: string | null;
    /** Grows with each save; a save names the revision that it is based on. */
    revision: number;
    state: 'open' | 'published' | 'discarded';
    actor: string;
    at: number;
  };
  /** Every save of a draft; the newest row of a path is its current content. */
  draft_changes: {
    draft: string;
    revision: number;
    path: string;
    /** Null: the document is deleted. */
    content: string | null;
    actor: string;
    at: number;
  };
  /** Refused saves of a draft; they are not part of it. */
  draft_asides: {
    draft: string;
    /** The revision that the save was based on. */
    seen: number;
    path: string;
    content: string;
    actor: string;
    at: number;
  };
  releases: {
    hash: string;
    /** JSON of a ReleaseManifest. */
    manifest: string;
    /**
     * JSON of the ReviewNeed[] when the release was made, only for display. The needs are computed again before it
     * goes live.
     */
    needs: string;
    /** JSON of LegalAcknowledgement[]; null if there are none, or for a release that is older than this column. */
    meant: string | null;
    draft: string | null;
    /** The release that was live when it was made, and that it replaces; null on an empty installation. */
    parent: string | null;
    /** 1: `authors` has all its authors. Null: the release was made before authors were stored. */
    authored: number | null;
    actor: string;
    reason: string;
    at: number;
  };
  approvals: {
    release: string;
    actor: string;
    at: number;
    reason: string;
    /** JSON of an Approval's `pictures`; null: the approval is older than this column. */
    pictures: string | null;
  };
  /** Releases by audience; `live` is for everybody. */
  pointers: { name: string; release: string; revision: number; at: number };
  /** The key for reports, and the hash of the last audit record. */
  secrets: { name: string; hash: string };
  audit: {
    /** Number of the write transaction; unique. A gap is a transaction without a record. */
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
