import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { STATE_ELEMENT_ID, STATE_PARAMETER, type StateDocument } from '#src/shared/states.ts';
import type { Contract } from '../contract.ts';
import { writeInlineJson } from '#src/shared/release.ts';
import type { LanguageRelease, Release } from '../delivery/release.ts';
import type { Log } from '../log.ts';
import { answerUnexpected } from '../unexpected-error.ts';
import { escapeHtml, PAGE_STYLES, writePage } from '../html.ts';
import type { OnMisfit } from './misfit.ts';
import type { Scenario } from './scenario.ts';
import { routeAll, writeStateAddress } from './state-address.ts';
import { listStates, type ScreenState, type StateFiles, writeReplies } from './states.ts';

export const GALLERY_ADDRESS = '/gallery';
const STYLES_ADDRESS = '/capiz/gallery/styles.css';
/** For `npm run shots`. */
const LIST_ADDRESS = '/capiz/gallery/states.json';
const GALLERY_SCRIPT_ADDRESS = '/capiz/workshop/gallery.js';
const STATE_SCRIPT_ADDRESS = '/capiz/workshop/state.js';
const PHONE = { width: 390, height: 844 };
/** A phone's points are drawn at this part of their size. */
const SCALE = 0.6;

/** Every path that the gallery answers. */
export const GALLERY_PATHS = [
  GALLERY_ADDRESS,
  `${GALLERY_ADDRESS}/:screen/:state`,
  STYLES_ADDRESS,
  LIST_ADDRESS,
] as const;

export interface GalleryOptions {
  readonly scenarios: ReadonlyMap<string, Scenario>;
  readonly states: StateFiles;
  readonly release: Release;
  readonly contracts: readonly Contract[];
  readonly payOrigin: string;
  readonly log: Log;
  /** As of `listStates`. */
  readonly onMisfit?: OnMisfit;
}

export interface Gallery {
  /** The gallery, its list, and `/gallery/<screen>/<state>`, which leads to the page in that state. */
  readonly app: Hono;
  /** What stands before the page's script where its address names a state; else nothing. */
  writeHead(query: URLSearchParams): string;
}

/** Screens without a route can be opened too; of the demonstration's documents alone. */
export function openUnrouted(release: Release): Release {
  const opened = <R extends LanguageRelease>(one: R): R => ({
    ...one,
    app: { ...one.app, plan: routeAll(one.app.plan) },
  });
  const languages = [...release.languages].map(([name, one]) => [name, opened(one)] as const);
  return { ...opened(release), languages: new Map(languages) };
}

/**
 * Every screen in every state, each in a frame of a phone's size, which is the real page against the reference
 * loan service. Every opening of a state is a borrower of its own, so that no state disturbs another.
 */
export function createGallery(options: GalleryOptions): Gallery {
  const { scenarios, release, contracts, payOrigin } = options;
  const screens = listStates(options.states, scenarios, release, options.onMisfit);
  const replies = writeReplies(contracts);
  const app = new Hono();
  app.onError(answerUnexpected(options.log));
  const find = (screen: string, name: string): ScreenState | undefined =>
    screens.get(screen)?.find((state) => state.name === name);

  app.get(GALLERY_ADDRESS, (context) => {
    context.header(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-src 'self' ${payOrigin}; ` +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    context.header('Cache-Control', 'no-store');
    return context.html(writeGalleryPage(screens, release.app.plan.languages));
  });
  app.get(STYLES_ADDRESS, (context) =>
    context.body(GALLERY_STYLES, 200, { 'Content-Type': 'text/css; charset=utf-8' }),
  );
  app.get(LIST_ADDRESS, (context) => context.json([...screens.values()].flat()));
  app.get(`${GALLERY_ADDRESS}/:screen/:state`, (context) => {
    const state = find(context.req.param('screen'), context.req.param('state'));
    const scenario = state && scenarios.get(state.scenario);
    if (!scenario) return context.text('There is no such state.', 404);
    context.header('Cache-Control', 'no-store');
    return context.redirect(
      writeStateAddress(state, scenario, readVisit(context.req.query('visit')), context.req.query('lang')),
      302,
    );
  });

  return {
    app,
    writeHead(query) {
      const [screen = '', name = ''] = query.get(STATE_PARAMETER)?.split('/') ?? [];
      const state = find(screen, name);
      if (!state) return '';
      const content: StateDocument = { state, replies };
      return (
        `<script type="application/json" id="${STATE_ELEMENT_ID}">${writeInlineJson(content)}</script>` +
        `<script type="module" src="${STATE_SCRIPT_ADDRESS}"></script>`
      );
    },
  };
}

/** Whose visit it is: somebody new, unless a picture that must not change by chance says who. */
function readVisit(given: string | undefined): string {
  return given !== undefined && /^[0-9a-f]{8}$/.test(given) ? given : randomBytes(4).toString('hex');
}

function writeGalleryPage(
  screens: ReadonlyMap<string, readonly ScreenState[]>,
  languages: Release['app']['plan']['languages'],
): string {
  const count = [...screens.values()].reduce((sum, states) => sum + states.length, 0);
  const links = [...screens].map(
    ([id, states]) =>
      `<a href="#${escapeHtml(id)}">${escapeHtml(id)} <span class="soft">${states.length}</span></a>`,
  );
  return writePage(
    'Gallery',
    STYLES_ADDRESS,
    `<header>
<h1>Gallery</h1>
<p class="soft">${screens.size} screens in ${count} states</p>
<form>
${writeChoice(
  'theme',
  'Theme',
  [
    ['', 'Device'],
    ['light', 'Light'],
    ['dark', 'Dark'],
  ],
  '',
)}
${writeChoice(
  'lang',
  'Language',
  languages.list.map((language) => [language, language]),
  languages.default,
)}
</form>
<nav aria-label="Screens">
${links.join('\n')}
</nav>
</header>
${[...screens].map(writeGroup).join('\n')}
<script type="module" src="${GALLERY_SCRIPT_ADDRESS}"></script>`,
  );
}

function writeGroup([id, states]: readonly [string, readonly ScreenState[]]): string {
  const figures = states.map(({ name, title, shows, scenario, size = PHONE }) => {
    const address = `${GALLERY_ADDRESS}/${id}/${name}`;
    return `<figure>
<div class="phone" data-title="${escapeHtml(`${id}: ${title}`)}" data-width="${size.width}" data-height="${size.height}" data-address="${escapeHtml(address)}"></div>
<figcaption><a href="${escapeHtml(address)}">${escapeHtml(title)}</a><br><span class="shows">${shows}</span> <code>${escapeHtml(name)}</code> <span class="soft">of ${escapeHtml(scenario)}</span></figcaption>
</figure>`;
  });
  return `<section id="${escapeHtml(id)}">
<h2>${escapeHtml(id)}</h2>
<div class="shelf">
${figures.join('\n')}
</div>
</section>`;
}

function writeChoice(
  name: string,
  legend: string,
  options: readonly (readonly [value: string, label: string])[],
  chosen: string,
): string {
  const radios = options.map(
    ([value, label]) =>
      `<label><input type="radio" name="${name}" value="${escapeHtml(value)}"${value === chosen ? ' checked' : ''}> ${escapeHtml(label)}</label>`,
  );
  return `<fieldset><legend>${escapeHtml(legend)}</legend>${radios.join(' ')}</fieldset>`;
}

const GALLERY_STYLES = `${PAGE_STYLES}
main{max-width:none;padding:0 16px 48px}
header{position:sticky;z-index:1;top:0;display:flex;flex-wrap:wrap;gap:4px 24px;align-items:baseline;margin:0 -16px;padding:12px 16px;background:var(--ground);border-bottom:1px solid var(--line)}
header h1,header p{margin:0}
form{display:flex;flex-wrap:wrap;gap:4px 24px}
fieldset{display:flex;gap:12px;margin:0;padding:0;border:0}
legend{float:left;margin-right:12px;padding:0;color:var(--soft)}
nav{display:flex;flex-wrap:wrap;gap:4px 16px;width:100%}
section{scroll-margin-top:140px}
.shelf{display:flex;flex-wrap:wrap;gap:24px}
figure{width:234px;margin:0}
.phone{width:236px;height:508px;overflow:hidden;border:1px solid var(--line);border-radius:24px;background:var(--card)}
iframe{border:0;transform:scale(${SCALE});transform-origin:0 0}
figcaption{padding:8px 4px;overflow-wrap:anywhere}
.shows{font-weight:600}
.fault{display:block;color:#b3261e}
@media (prefers-color-scheme:dark){.fault{color:#ffb4ab}}
`;
