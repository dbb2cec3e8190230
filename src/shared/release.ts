import * as v from 'valibot';
import { namedRecord } from '#renderer/plan/named-record.ts';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import { isRecord } from '#renderer/plan/value.ts';

/** Any object; `readPlan` checks it before it is rendered. */
const PLAN = v.custom<Plan>(isRecord, 'Expected a plan');
/** Our own compiler writes it, so only its presence is checked. */
const APP = v.object({ plan: v.custom<AppPlan>(isRecord, 'Expected a plan') });
/** Name of the plan, by screen. A plan stays at `planAddress(name)` for ever; paths are in `app.plan.screens`. */
const SCREENS = namedRecord(v.string());

/**
 * What the address document carries for the page: `<script type="application/json" id="capiz-release">`.
 * Written by the server's delivery, read by the page at boot. Data, never run. Plans carry the messages of
 * one language: another language is another document. Every visitor pays for it before the first picture, so
 * of a screen that is not shown it says the paths, the parameters and the plan's name. It is the same for everybody: what
 * is said to one page stands in `PAGE_COOKIE`.
 */
export const RELEASE_DOCUMENT = v.object({
  language: v.string(),
  app: APP,
  screens: SCREENS,
  /** Of the whole release in this language, which stands at `releaseAddress(name)`. */
  name: v.string(),
  /** Of the release that came with the page, where it is another one. */
  bundled: v.exactOptional(v.string()),
  /** Grows whenever another release goes live, an earlier one again included: a document with less is an old one. */
  version: v.number(),
  /** The plan of the address that was asked for: the first screen costs one round trip. */
  first: v.exactOptional(v.object({ screen: v.string(), plan: PLAN })),
  /** Answered by the reference loan service, or marked as a demonstration. */
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
  /** By name. */
  plans: namedRecord(PLAN),
});
export type WholeRelease = Readonly<v.InferOutput<typeof WHOLE_RELEASE>>;

/**
 * Cookie that comes with a document and that its page takes: `<clock>/<release>/<group>/<token>`, the server's clock in
 * milliseconds since the epoch and the members of a `CountTag`, empty where the page does not count.
 */
export const PAGE_COOKIE = 'capiz-page';

/** Id of the element that holds the ReleaseDocument. */
export const RELEASE_ELEMENT_ID = 'capiz-release';

/** Where a page sends reports of faults, `POST` of JSON. */
export const REPORTS_ADDRESS = '/capiz/reports';

/** Request header of a contract's call: which screen makes it. It goes no further than our own server. */
export const SCREEN_HEADER = 'Capiz-Screen';

/**
 * Header of our answers to such calls: `closed` where the call was refused because its screen is closed, `aged` where
 * the page's release was taken back. Either way another document is wanted.
 */
export const PAGE_HEADER = 'Capiz-Page';

/** Of so many bytes of a SHA-256 names are made, in base64url: longer ones cost every document, and nobody guesses them. */
export const NAME_BYTES = 12;

export function planAddress(name: string): string {
  return `/capiz/plans/${name}.json`;
}

export function releaseAddress(name: string): string {
  return `/capiz/releases/${name}.json`;
}

/**
 * A picture in its document, with its ends: it is of one screen, and what is put together of a document for another
 * goes without.
 */
export function writePicture(markup: string): string {
  return markup && `<!--capiz-picture-->${markup}<!--/capiz-picture-->`;
}

/** A document without what is of one screen: its picture and its title. */
export function withoutPicture(html: string): string {
  return html
    .replace(/<title>[^<]*/, '<title>')
    .replace(/<!--capiz-picture-->.*?<!--\/capiz-picture-->/s, '');
}

/** JSON that cannot end the element it stands in, nor open a comment in it. */
export function writeInlineJson(value: unknown): string {
  return JSON.stringify(value).replace(/[<>&\u2028\u2029]/g, (sign) => {
    return `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
}
