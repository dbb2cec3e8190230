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
import { type Preloads, writePreloads } from './preloads.ts';
import type { Release } from './release.ts';
import type { Chrome } from './chrome.ts';

/** Marks in `src/borrower/index.html` that are filled for each answer. */
const RELEASE_MARK = '<!--capiz-release-->';
const LANGUAGE_MARK = /<html(?: lang="[^"]*")?/;
const CONTACT_MARK = '<!--capiz-contact-->';
const TITLE_MARK = '<title></title>';
const PICTURE_MARK = '<!--capiz-picture-->';

interface Picture {
  readonly markup: string;
  readonly title: string;
}
const NO_PICTURE: Picture = { markup: '', title: '' };

/** As `drawFirstPicture` of the engine: a screen before its data is there. */
export type DrawPicture = (screen: {
  readonly plan: Plan;
  readonly app: AppPlan;
  readonly language: string;
  readonly chrome: Chrome;
}) => Picture;

export interface DocumentOptions {
  readonly release: Release;
  /** The built page. */
  readonly template: string;
  /** Chunks of the widgets that are fetched when a plan uses them. */
  readonly preloads?: Preloads;
  /** Without it documents come without a picture. */
  readonly drawPicture?: DrawPicture;
  /** Answered by the reference loan service, or marked as a demonstration. */
  readonly demo: boolean;
  /** By language, as of `ReleaseDocument`. */
  readonly nameOf: (language: string) => Pick<ReleaseDocument, 'name' | 'bundled'>;
}

export interface DocumentExtras {
  /** Markup of ours that stands before the page's own script: it brings the page to a state that no picture shows. */
  readonly head?: string;
  /** Default: `web`. */
  readonly chrome?: Chrome;
  /** As of `Choice`. */
  readonly version: number;
}

export interface AddressDocument {
  /**
   * The document of a path; of an unknown one too, which the page then says.
   *
   * @param language - One of the release's.
   */
  write(
    path: string,
    language: string,
    more: DocumentExtras,
  ): { readonly content: Compressed; readonly isKnown: boolean };
}

/**
 * The document behind every borrower's address: the built page with the pointer to everything and the
 * first screen's plan as data, so that the first screen costs one round trip; and the screen's picture, so that it is
 * seen before any script has come.
 *
 * @throws Error when the built page has no mark for the release.
 */
export function createAddressDocument({
  release,
  template,
  preloads = {},
  drawPicture = () => NO_PICTURE,
  demo,
  nameOf,
}: DocumentOptions): AddressDocument {
  if (!template.includes(RELEASE_MARK)) throw new Error(`The built page lacks ${RELEASE_MARK}.`);
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
    return plan ? drawPicture({ plan, app: inLanguage(language).app.plan, language, chrome }) : NO_PICTURE;
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
      .replace(RELEASE_MARK, () => data + links + head)
      .replace(PICTURE_MARK, () => writePicture(markup));
  }

  /** By screen, language and what else it points to; of one version, for an earlier one is not asked for again. */
  const written = new Map<string, Compressed>();
  let writtenOf: number | undefined;

  return {
    write(path, language, { head = '', chrome = 'web', version }) {
      const known = byPath.get(path);
      const screen = known ?? unknown;
      const isKnown = known !== undefined;
      const named = nameOf(language);
      const make = (picture: Picture) => write(screen, language, { ...named, version }, head, picture);
      if (head !== '') return { content: compressNow(make(NO_PICTURE)), isKnown };
      if (version !== writtenOf) written.clear();
      writtenOf = version;
      const key = `${screen} ${language} ${chrome} ${named.bundled}`;
      let content = written.get(key);
      if (content === undefined) {
        content = compressOnDemand(make(draw(screen, language, chrome)));
        written.set(key, content);
      }
      return { content, isKnown };
    },
  };
}

/** Tells releases apart: what a page of one has stored is of no use to the next. */
function identify({ app, screens }: Release, template: string): string {
  const text = JSON.stringify([app.name, screens, template]);
  return createHash('sha256').update(text).digest('hex').slice(0, 10);
}

/** Phone and e-mail of app.json, for those whose script does not run. */
function writeContact(release: Release): string {
  const { phone, email } = release.config['service'] ?? {};
  const links: string[] = [];
  if (typeof phone === 'string')
    links.push(`<a href="tel:${escapeHtml(phone.replace(/\s/g, ''))}">${escapeHtml(phone)}</a>`);
  if (typeof email === 'string') links.push(`<a href="mailto:${escapeHtml(email)}">${escapeHtml(email)}</a>`);
  return links.map((link) => `<p>${link}</p>`).join('\n');
}
