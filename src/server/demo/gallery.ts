import { randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { html } from 'hono/html';
import { STATE_ELEMENT_ID, STATE_PARAMETER, type StateDocument } from '#src/shared/states.ts';
import type { Contract } from '#src/shared/contract.ts';
import { writeInlineJson } from '#src/shared/release.ts';
import type { LanguageRelease, Release } from '../delivery/release.ts';
import type { Log } from '../log.ts';
import { answerUnexpected } from '../unexpected-error.ts';
import { type Html, PAGE_STYLES, serveStyles, writePage } from '#src/shared/html.ts';
import type { OnBadFixture } from '#src/simulator/service/bad-fixture.ts';
import type { Scenario } from '#src/simulator/scenarios/scenario.ts';
import { routeAll, writeStateAddress } from '#src/simulator/states/state-address.ts';
import { listStates, type ScreenState, type StateFiles, writeReplies } from '#src/simulator/states/states.ts';

export const GALLERY_ADDRESS = '/gallery';
const STYLES_ADDRESS = '/capiz/gallery/styles.css';
/** For `npm run shots`. */
const LIST_ADDRESS = '/capiz/gallery/states.json';
const GALLERY_SCRIPT_ADDRESS = '/capiz/devtools/gallery.js';
const STATE_SCRIPT_ADDRESS = '/capiz/devtools/state.js';
const PHONE = { width: 390, height: 844 };
/** Phones are shown at this scale. */
const SCALE = 0.6;

/** Paths of the gallery. */
export const GALLERY_PATHS = [
  GALLERY_ADDRESS,
  `${GALLERY_ADDRESS}/:screen`,
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
  /** As in `listStates`. */
  readonly onBadFixture?: OnBadFixture;
}

export interface Gallery {
  /** The gallery, its list, and `/gallery/<screen>/<state>`, which redirects to the page in that state. */
  readonly app: Hono;
  /** HTML before the page's script if the address names a state; otherwise empty. */
  writeHead(query: URLSearchParams): string;
}

/** Makes screens without a route openable, only in documents of the demonstration. */
export function openUnrouted(release: Release): Release {
  const opened = <R extends LanguageRelease>(one: R): R => ({
    ...one,
    app: { ...one.app, plan: routeAll(one.app.plan) },
  });
  const languages = [...release.languages].map(([name, one]) => [name, opened(one)] as const);
  return { ...opened(release), languages: new Map(languages) };
}

/**
 * Shows every screen in every state, each in a frame of a phone's size with the real page and the reference loan
 * service. Every opening of a state has a new borrower, so that states do not affect each other.
 */
export function createGallery(options: GalleryOptions): Gallery {
  const { scenarios, release, contracts, payOrigin } = options;
  const screens = listStates(options.states, scenarios, release, options.onBadFixture);
  const replies = writeReplies(contracts);
  const app = new Hono();
  app.onError(answerUnexpected(options.log));
  const find = (screen: string, name: string): ScreenState | undefined =>
    screens.get(screen)?.find((state) => state.name === name);

  const { languages } = release.app.plan;
  const names = languages.list.map((language) => [language, language] as const);
  const showGallery = (context: Context, shown: string | undefined) => {
    context.header(
      'Content-Security-Policy',
      `default-src 'none'; style-src 'self'; script-src 'self'; connect-src 'self'; frame-src 'self' ${payOrigin}; ` +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    context.header('Cache-Control', 'no-store');
    const look = readLook((name) => context.req.query(name), names, languages.default);
    return context.html(writeGalleryPage(screens, shown, names, look));
  };
  app.get(GALLERY_ADDRESS, (context) => showGallery(context, undefined));
  app.get(`${GALLERY_ADDRESS}/:screen`, (context) => {
    const { screen } = context.req.param();
    if (!screens.has(screen)) return context.text('There is no such screen.', 404);
    return showGallery(context, screen);
  });
  app.get(STYLES_ADDRESS, serveStyles(GALLERY_STYLES));
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

/** The visit: a new one, unless a screenshot that must be reproducible names it. */
function readVisit(given: string | undefined): string {
  return given !== undefined && /^[0-9a-f]{8}$/.test(given) ? given : randomBytes(4).toString('hex');
}

/** Options in the gallery's address; an unknown value means the first choice. */
interface Look {
  readonly theme: string;
  readonly lang: string;
  readonly size: string;
}

const THEMES = [
  ['', 'Device'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const;
/** The first choice is each state's size. */
const SIZES = [
  ['', 'Own'],
  ['320x568', '320 × 568'],
  ['844x390', 'Landscape'],
  ['768x1024', 'Tablet'],
] as const;

type Choices = readonly (readonly [value: string, label: string])[];

function readLook(query: (name: string) => string | undefined, languages: Choices, standard: string): Look {
  const read = (name: string, choices: Choices, otherwise = '') =>
    choices.some(([value]) => value === query(name)) ? (query(name) ?? otherwise) : otherwise;
  return {
    theme: read('theme', THEMES),
    lang: read('lang', languages, standard),
    size: read('size', SIZES),
  };
}

/** One screen at a time, because some screens have dozens of states. */
function writeGalleryPage(
  screens: ReadonlyMap<string, readonly ScreenState[]>,
  shown: string | undefined,
  languages: Choices,
  look: Look,
): Html {
  const count = [...screens.values()].reduce((sum, states) => sum + states.length, 0);
  const query = new URLSearchParams(Object.entries(look).filter(([, value]) => value !== ''));
  const links = [...screens].map(([id, states]) => {
    const words = [id, ...states.flatMap(({ name, title }) => [name, title])].join(' ').toLowerCase();
    return html`<li data-words="${words}"><a href="${GALLERY_ADDRESS}/${id}?${query}"${id === shown && html` aria-current="page"`}>${id} <span class="soft">${states.length}</span></a></li>`;
  });
  const states = shown === undefined ? undefined : screens.get(shown);
  return writePage(
    shown === undefined ? 'Gallery' : `${shown} · Gallery`,
    STYLES_ADDRESS,
    html`<nav aria-label="Screens">
<h1>Gallery</h1>
<p class="soft">${screens.size} screens in ${count} states</p>
<label for="search">Search screens and states</label>
<input type="search" id="search" autocomplete="off">
<p class="soft" role="status"></p>
<ul>
${links}
</ul>
</nav>
<div class="screen">
<form>
${writeChoice('theme', 'Theme', THEMES, look.theme)}
${writeChoice('lang', 'Language', languages, look.lang)}
${writeChoice('size', 'Size', SIZES, look.size)}
</form>
${shown === undefined || states === undefined ? html`<h2>Choose a screen</h2>\n<p>The list has every screen. Each is shown in all its states: loading, empty, failed, offline.</p>` : writeGroup(shown, states)}
</div>
<script type="module" src="${GALLERY_SCRIPT_ADDRESS}"></script>`,
  );
}

function writeGroup(id: string, states: readonly ScreenState[]): Html {
  const figures = states.map(({ name, title, shows, scenario, size = PHONE }) => {
    const address = `${GALLERY_ADDRESS}/${id}/${name}`;
    return html`<figure>
<div class="phone" data-title="${id}: ${title}" data-width="${size.width}" data-height="${size.height}" data-address="${address}"></div>
<figcaption><a href="${address}">${title}</a><br><span class="shows">${shows}</span> <code>${name}</code> <span class="soft">of ${scenario}</span></figcaption>
</figure>`;
  });
  return html`<section id="${id}" aria-labelledby="shown">
<h2 id="shown">${id}</h2>
<div class="shelf">
${figures}
</div>
</section>`;
}

function writeChoice(name: string, legend: string, options: Choices, chosen: string): Html {
  const radios = options.map(
    ([value, label]) =>
      html` <label><input type="radio" name="${name}" value="${value}"${value === chosen ? ' checked' : ''}> ${label}</label>`,
  );
  return html`<fieldset><legend>${legend}</legend>${radios}</fieldset>`;
}

const GALLERY_STYLES = `${PAGE_STYLES}
main{display:grid;grid-template-columns:240px minmax(0,1fr);gap:32px;max-width:none;padding:0 24px 48px}
nav{position:sticky;top:0;align-self:start;max-height:100vh;overflow:auto;padding:24px 4px}
nav h1{margin:0}
nav label{display:block;font-weight:600}
[type=search]{width:100%;min-height:44px;margin:4px 0 8px;padding:8px 12px;border:1px solid var(--soft);border-radius:10px;background:var(--card);color:var(--ink);font:inherit}
nav li{margin:0;padding:0;background:none;border-radius:8px}
nav li a{display:flex;justify-content:space-between;min-height:36px;padding:6px 12px;border-radius:8px;text-decoration:none}
nav [aria-current]{background:var(--card);font-weight:700}
:focus-visible{outline:3px solid var(--act);outline-offset:2px}
form{position:sticky;z-index:1;top:0;display:flex;flex-wrap:wrap;gap:4px 32px;padding:24px 0 12px;background:var(--ground);border-bottom:1px solid var(--line)}
fieldset{display:flex;flex-wrap:wrap;gap:12px;margin:0;padding:0;border:0}
fieldset label{display:inline-flex;align-items:center;gap:4px;min-height:32px}
legend{float:left;margin-right:12px;padding:4px 0;font-weight:600}
h2{margin-top:20px}
.shelf{display:flex;flex-wrap:wrap;gap:24px}
figure{max-width:100%;margin:0}
.phone{max-width:100%;overflow:hidden;border:1px solid var(--line);border-radius:24px;background:var(--card)}
iframe{border:0;transform:scale(${SCALE});transform-origin:0 0}
figcaption{max-width:234px;padding:8px 4px;overflow-wrap:anywhere}
.shows{font-weight:600}
.fault{display:block;color:#b3261e}
@media (max-width:760px){main{grid-template-columns:minmax(0,1fr);gap:0;padding:0 16px 48px}nav{position:static;max-height:none}nav ul{max-height:200px;overflow:auto}form{position:static}}
@media (prefers-color-scheme:dark){.fault{color:#ffb4ab}}
`;
