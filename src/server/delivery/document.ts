import { createHash } from 'node:crypto';
import { tagOf } from '#renderer/plan/language.ts';
import type { AppPlan, Plan } from '#renderer/plan/plan.ts';
import {
  RELEASE_ELEMENT_ID,
  type ReleaseDocument,
  writeInlineJson,
  writePicture,
} from '#src/shared/release.ts';
import { escapeHtml } from '#src/shared/html.ts';
import { type Compressed, compressNow, compressOnDemand } from './compressed.ts';
import type { ScreenOfRelease } from '../content/render-content.ts';
import { type GzipBeginning, gzipBeginning } from './gzip-parts.ts';
import { type Preloads, writePreloads } from './preloads.ts';
import type { Release } from './release.ts';
import type { Chrome } from './chrome.ts';

/** Marks in `src/borrower/index.html` that are replaced in each response. */
const RELEASE_MARK = '<!--capiz-release-->';
const LANGUAGE_MARK = /<html(?: lang="[^"]*")?/;
const CONTACT_MARK = '<!--capiz-contact-->';
const TITLE_MARK = '<title></title>';
const PICTURE_MARK = '<!--capiz-picture-->';
const CONTENT_MARK = '<!--capiz-content-->';
/** The release is written after the links in the head: a slow network then loads styles and scripts meanwhile. */
const HEAD_END = '</head>';

export interface Picture {
  readonly markup: string;
  readonly title: string;
}
const NO_PICTURE: Picture = { markup: '', title: '' };

/** Like `renderPlaceholder` of the engine: renders a screen without its data. */
export type RenderPlaceholder = (screen: {
  readonly plan: Plan;
  readonly app: AppPlan;
  readonly language: string;
  readonly chrome: Chrome;
}) => Picture;

export interface DocumentOptions {
  readonly release: Release;
  /** The built page. */
  readonly template: string;
  /** Chunks of the lazily loaded widgets. */
  readonly preloads?: Preloads;
  /** Absent: documents have no placeholder of their screen. */
  readonly renderPlaceholder?: RenderPlaceholder;
  /** Calls are answered by the simulated loan service, or the server is marked as a demonstration. */
  readonly demo: boolean;
  /** By language, as in `ReleaseDocument`. */
  readonly nameOf: (language: string) => Pick<ReleaseDocument, 'name' | 'bundled'>;
}

export interface DocumentExtras {
  /** HTML before the page's own script. It leads to another state of the page, so there is no placeholder. */
  readonly head?: string;
  /** Default: `web`. */
  readonly chrome?: Chrome;
  /** The version of the state of publishing, as in `Choice`. */
  readonly version: number;
}

export interface AddressDocument {
  /**
   * The document of a path. For an unknown path, the page says that nothing is there.
   * @param language - One of the release's.
   */
  write(
    path: string,
    language: string,
    more: DocumentExtras,
  ): { readonly content: Compressed; readonly isKnown: boolean };
  /** The same document for a response that adds the content of its screen; undefined for an unknown path. */
  open(path: string, language: string, more: Omit<DocumentExtras, 'head'>): OpenDocument | undefined;
}

/** A document in two parts, between which the content of the screen is written. */
export interface OpenDocument {
  readonly screen: ScreenOfRelease;
  /** See `ReleaseDocument`. */
  readonly version: number;
  readonly beginning: { readonly identity: Uint8Array<ArrayBuffer>; readonly gzip: GzipBeginning };
  readonly end: string;
}

/**
 * The document for every borrower's address: the built page, with the release and the first screen's plan as data,
 * so that the first screen needs one round trip, and with the screen's placeholder, which is visible before
 * scripts are loaded.
 * @throws Error if the built page has no mark for the release, or no end of its head.
 */
export function createAddressDocument({
  release,
  template,
  preloads = {},
  renderPlaceholder = () => NO_PICTURE,
  demo,
  nameOf,
}: DocumentOptions): AddressDocument {
  for (const mark of [RELEASE_MARK, HEAD_END])
    if (!template.includes(mark)) throw new Error(`The built page lacks ${mark}.`);
  const page = template.replaceAll(CONTACT_MARK, () => writeContact(release));
  const byPath = new Map<string, string>();
  for (const [id, { paths }] of Object.entries(release.app.plan.screens))
    if (Object.hasOwn(release.screens, id)) for (const path of paths) byPath.set(path, id);
  const unknown = release.app.plan.special?.unknown;
  const id = identify(release, template);

  const inLanguage = (language: string) => release.languages.get(language) ?? release;

  function planOf(screen: string | undefined, language: string): Plan | undefined {
    return screen === undefined ? undefined : release.plans.get(inLanguage(language).screens[screen] ?? '');
  }

  function draw(screen: string | undefined, language: string, chrome: Chrome): Picture {
    const plan = planOf(screen, language);
    return plan
      ? renderPlaceholder({ plan, app: inLanguage(language).app.plan, language, chrome })
      : NO_PICTURE;
  }

  function write(
    screen: string | undefined,
    language: string,
    pointer: Pick<ReleaseDocument, 'name' | 'bundled' | 'version'>,
    head: string,
    { markup, title }: Picture,
  ): string {
    const { app, screens } = inLanguage(language);
    const plan = planOf(screen, language);
    const document: ReleaseDocument = {
      language,
      app: { plan: app.plan },
      screens,
      ...pointer,
      ...(screen !== undefined && plan && { first: { screen, plan } }),
      demo,
    };
    const data = `<script type="application/json" data-release="${id}" id="${RELEASE_ELEMENT_ID}">${writeInlineJson(document)}</script>`;
    const links = plan ? writePreloads(plan, preloads) : '';
    return page
      .replace(LANGUAGE_MARK, `<html lang="${escapeHtml(tagOf(language))}"`)
      .replace(TITLE_MARK, () => `<title>${escapeHtml(title)}</title>`)
      .replace(RELEASE_MARK, () => links + head)
      .replace(HEAD_END, () => data + HEAD_END)
      .replace(PICTURE_MARK, () => writePicture(markup));
  }

  /** Documents by screen, language and release; only of the latest version. */
  const written = new Map<string, Written>();
  let writtenOf: number | undefined;

  function find(screen: string | undefined, language: string, chrome: Chrome, version: number): Written {
    if (version !== writtenOf) written.clear();
    writtenOf = version;
    const named = nameOf(language);
    const key = `${screen} ${language} ${chrome} ${named.bundled}`;
    let found = written.get(key);
    if (found === undefined) {
      const [beginning = '', end = ''] = write(
        screen,
        language,
        { ...named, version },
        '',
        draw(screen, language, chrome),
      ).split(CONTENT_MARK);
      found = { content: compressOnDemand(beginning + end), beginning, end };
      written.set(key, found);
    }
    return found;
  }

  return {
    write(path, language, { head = '', chrome = 'web', version }) {
      const known = byPath.get(path);
      const screen = known ?? unknown;
      const isKnown = known !== undefined;
      if (head === '') return { content: find(screen, language, chrome, version).content, isKnown };
      const html = write(screen, language, { ...nameOf(language), version }, head, NO_PICTURE);
      return { content: compressNow(html.replace(CONTENT_MARK, '')), isKnown };
    },
    open(path, language, { chrome = 'web', version }) {
      const id = byPath.get(path);
      const plan = planOf(id, language);
      // An earlier build of the page cannot take a rendered screen over.
      if (plan === undefined || !template.includes(CONTENT_MARK)) return undefined;
      const found = find(id, language, chrome, version);
      const app = inLanguage(language).app.plan;
      found.opened ??= openWritten(found, { plan, app, language, chrome }, version);
      return found.opened;
    },
  };
}

interface Written {
  readonly content: Compressed;
  /** Before and after the content. */
  readonly beginning: string;
  readonly end: string;
  opened?: OpenDocument;
}

function openWritten({ beginning, end }: Written, screen: ScreenOfRelease, version: number): OpenDocument {
  const identity = new TextEncoder().encode(beginning);
  return { screen, version, beginning: { identity, gzip: gzipBeginning(identity) }, end };
}

/** An id of the release and the built page: pages use it to separate what they store. */
function identify({ app, screens }: Release, template: string): string {
  const text = JSON.stringify([app.name, screens, template]);
  return createHash('sha256').update(text).digest('hex').slice(0, 10);
}

/** Phone and e-mail of app.json, for browsers without scripts. */
function writeContact(release: Release): string {
  const { phone, email } = release.config['service'] ?? {};
  const links: string[] = [];
  if (typeof phone === 'string')
    links.push(`<a href="tel:${escapeHtml(phone.replace(/\s/g, ''))}">${escapeHtml(phone)}</a>`);
  if (typeof email === 'string') links.push(`<a href="mailto:${escapeHtml(email)}">${escapeHtml(email)}</a>`);
  return links.map((link) => `<p>${link}</p>`).join('\n');
}
