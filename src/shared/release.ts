import * as v from 'valibot';
import { namedRecord } from '#renderer/plan/named-record.ts';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import { isRecord } from '#renderer/plan/value.ts';

/** Any object; `readPlan` checks it before it is rendered. */
const PLAN = v.custom<Plan>(isRecord, 'Expected a plan');
/** Our own compiler writes it, so only its presence is checked. */
const APP = v.object({ plan: v.custom<AppPlan>(isRecord, 'Expected a plan') });
/** Name of the plan, by screen. A plan stays at `planAddress(name)` forever; paths are in `app.plan.screens`. */
const SCREENS = namedRecord(v.string());

/**
 * The data in the address document for the page: `<script type="application/json" id="capiz-release">`. The
 * server's delivery writes it, and the page reads it at boot. Plans contain the messages of one language: another
 * language is another document. Every visitor loads it before the first render, so for a screen that is not shown
 * it has only the paths, the parameters and the plan's name. It is the same for everybody; data for one page is in
 * `PAGE_COOKIE`.
 */
export const RELEASE_DOCUMENT = v.object({
  language: v.string(),
  app: APP,
  screens: SCREENS,
  /** Name of the whole release in this language, at `releaseAddress(name)`. */
  name: v.string(),
  /** Name of the release that came with the page, if it is another one. */
  bundled: v.exactOptional(v.string()),
  /**
   * Grows whenever another release goes live, also with a rollback: a document with a smaller version is older.
   */
  version: v.number(),
  /** The plan of the requested address, so that the first screen needs one round trip. */
  first: v.exactOptional(v.object({ screen: v.string(), plan: PLAN })),
  /** Calls are answered by the simulated loan service, or the server is marked as a demonstration. */
  demo: v.boolean(),
});
export type ReleaseDocument = Readonly<v.InferOutput<typeof RELEASE_DOCUMENT>>;

/**
 * A whole release in one language: a page can show every screen without a further request. Like a plan, it is named by a
 * hash of its bytes, so an incomplete or mixed copy is detected.
 */
export const WHOLE_RELEASE = v.object({
  language: v.string(),
  app: APP,
  screens: SCREENS,
  /** Plans by name. */
  plans: namedRecord(PLAN),
});
export type WholeRelease = Readonly<v.InferOutput<typeof WHOLE_RELEASE>>;

/**
 * Cookie that comes with a document and that its page reads and deletes: `<clock>/<release>/<group>/<token>`, the
 * server's clock in milliseconds since the epoch and the members of a `CountTag`, empty if the page is not
 * counted.
 */
export const PAGE_COOKIE = 'capiz-page';

/** Id of the element that holds the ReleaseDocument. */
export const RELEASE_ELEMENT_ID = 'capiz-release';

/** Address for reports of faults, `POST` of JSON. */
export const REPORTS_ADDRESS = '/capiz/reports';

/** Request header of a contract's call: the calling screen. It is not forwarded to the loan service. */
export const SCREEN_HEADER = 'Capiz-Screen';

/**
 * Header of our responses to such calls: `closed` if the call was refused because its screen is closed, `aged` if
 * the page's release was rolled back. In both cases the page should load a new document.
 */
export const PAGE_HEADER = 'Capiz-Page';

/**
 * Response header of a document with data of one borrower: nobody may store it. The value is the publishing version, as
 * in the ReleaseDocument.
 */
export const BORROWER_HEADER = 'Capiz-Borrower';

/** Id of the element that holds a borrower's data in such a document. */
export const BORROWER_DATA_ID = 'capiz-data';

/**
 * Bytes of the SHA-256 in names, in base64url: longer names would make every document larger, and names need not
 * be secret.
 */
export const NAME_BYTES = 12;

export function planAddress(name: string): string {
  return `/capiz/plans/${name}.json`;
}

export function releaseAddress(name: string): string {
  return `/capiz/releases/${name}.json`;
}

/** The placeholder of a screen in its document, between marks, so that it can be removed for another screen. */
export function writePicture(markup: string): string {
  return markup && `<!--capiz-picture-->${markup}<!--/capiz-picture-->`;
}

/** A document without the parts of one screen: its placeholder and its title. */
export function withoutPicture(html: string): string {
  return html
    .replace(/<title>[^<]*/, '<title>')
    .replace(/<!--capiz-picture-->.*?<!--\/capiz-picture-->/s, '');
}

/** JSON that can neither end its element nor open a comment in it. */
export function writeInlineJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
