import type { Release } from '../delivery/release.ts';
import { escapeHtml, PAGE_STYLES, writePage } from '../html.ts';
import { writeDemoAddress } from './demo.ts';
import type { Scenario } from './scenario.ts';

export const GALLERY_ADDRESS = '/gallery';
export const GALLERY_STYLES_ADDRESS = '/capiz/gallery/styles.css';
const SCRIPT_ADDRESS = '/capiz/workshop/gallery.js';
/** No screen has it, so it shows the one for unknown addresses. */
const UNKNOWN_PATH = '/no-such-screen';

interface State {
  readonly title: string;
  readonly name: string;
  readonly address: string;
}

/**
 * Every screen in every state that a scenario gives it, each in a frame of a phone's size, which is the
 * real page against the reference loan service.
 *
 * @param visit - Letters and digits; another visit is another borrower, whose orders nobody disturbs.
 */
export function writeGalleryPage(
  scenarios: ReadonlyMap<string, Scenario>,
  { app, screens }: Pick<Release, 'app' | 'screens'>,
  visit: string,
): string {
  const all = [...scenarios.values()].sort(
    (a, b) => a.group.localeCompare(b.group, 'en') || a.title.localeCompare(b.title, 'en'),
  );
  const groups = Object.keys(screens)
    .sort()
    .map((id) => ({ id, states: statesOf(id, all, screens, app.plan.special?.unknown === id, visit) }))
    .filter(({ states }) => states.length > 0)
    .sort((a, b) => b.states.length - a.states.length);
  const count = groups.reduce((sum, { states }) => sum + states.length, 0);
  const languages = app.plan.languages.list;
  return writePage(
    'Gallery',
    GALLERY_STYLES_ADDRESS,
    `<header>
<h1>Gallery</h1>
<p class="soft">${groups.length} screens in ${count} states</p>
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
  languages.map((language) => [language, language]),
  app.plan.languages.default,
)}
</form>
<nav aria-label="Screens">
${groups.map(({ id, states }) => `<a href="#${escapeHtml(id)}">${escapeHtml(id)} <span class="soft">${states.length}</span></a>`).join('\n')}
</nav>
</header>
${groups.map(writeGroup).join('\n')}
<script type="module" src="${SCRIPT_ADDRESS}"></script>`,
  );
}

function statesOf(
  id: string,
  scenarios: readonly Scenario[],
  screens: Release['screens'],
  isUnknown: boolean,
  visit: string,
): State[] {
  const path = screens[id]?.paths[0];
  const states = scenarios
    .filter(({ opens }) => opens.includes(id))
    .flatMap((scenario) => {
      // A screen without an address stands in for another one: the first that the scenario opens.
      const at = path ?? scenario.opens.map((other) => screens[other]?.paths[0]).find(Boolean);
      const { title, name } = scenario;
      return at === undefined ? [] : [{ title, name, address: writeDemoAddress(at, scenario, visit) }];
    });
  if (states.length > 0) return states;
  // No scenario is about it: once, for whoever sees most of the others.
  const [plain] = [...scenarios].sort((a, b) => b.opens.length - a.opens.length);
  const at = path ?? (isUnknown ? UNKNOWN_PATH : undefined);
  if (plain === undefined || at === undefined) return [];
  return [{ title: 'As it is', name: plain.name, address: writeDemoAddress(at, plain, visit) }];
}

function writeGroup({ id, states }: { readonly id: string; readonly states: readonly State[] }): string {
  const figures = states.map(
    ({ title, name, address }) => `<figure>
<div class="phone"><iframe title="${escapeHtml(`${id}: ${title}`)}" width="390" height="844" data-address="${escapeHtml(address)}"></iframe></div>
<figcaption><a href="${escapeHtml(address)}">${escapeHtml(title)}</a><br><code>${escapeHtml(name)}</code></figcaption>
</figure>`,
  );
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

/** A phone of 390 by 844 points, drawn at three fifths. */
export const GALLERY_STYLES = `${PAGE_STYLES}
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
iframe{border:0;transform:scale(.6);transform-origin:0 0}
figcaption{padding:8px 4px;overflow-wrap:anywhere}
`;
