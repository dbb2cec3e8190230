import { html } from 'hono/html';
import { type Html, PAGE_STYLES, writePage } from '#src/shared/html.ts';
import type { ScreenState } from '#src/simulator/states/states.ts';
import type { DraftLink } from '#src/shared/registry/draft-link.ts';

export interface DraftPageParts {
  readonly link: DraftLink;
  readonly states: ReadonlyMap<string, readonly ScreenState[]>;
  /** Names of states that the draft itself adds. */
  readonly ownStates: ReadonlySet<string>;
  /** The state to show; undefined if there is none. */
  readonly state: ScreenState | undefined;
  readonly language: string;
  readonly languages: readonly string[];
  /** Address of the draft, without a trailing slash. */
  readonly base: string;
  readonly styles: string;
  readonly script: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export const DRAFT_STYLES = `${PAGE_STYLES}html,body,main{height:100%}
main{display:flex;flex-direction:column;max-width:none;padding:0}
header{flex:none;padding:8px 16px;background:#5b3b00;color:#fff;padding-top:max(8px,env(safe-area-inset-top))}
header p{margin:0;font-size:14px;line-height:20px;overflow-wrap:anywhere}
header p strong{display:inline-block;margin-inline-end:8px;padding:0 8px;border-radius:4px;background:#fff;color:#5b3b00}
summary{min-height:44px;padding:10px 0;font-size:14px;cursor:pointer}
form{display:flex;flex-wrap:wrap;gap:8px;padding-bottom:8px}
label{flex:1 1 140px}
select{display:block;width:100%;min-height:44px;border:1px solid #fff;border-radius:8px;background:#fff;color:#16202c;font:inherit}
form button{flex:none;width:auto;min-height:44px;margin:0;padding:8px 16px;align-self:flex-end;background:#fff;color:#5b3b00}
iframe{flex:1;width:100%;border:0;background:var(--card)}
:focus-visible{outline:3px solid #fff;outline-offset:2px}
.plain{padding:24px 16px}
`;

/**
 * The draft in a frame, below a banner that says that it is a draft. The frame cannot reach the banner, and this
 * document contains no text of the draft: an author cannot change the banner.
 */
export function writeDraftPage({
  link,
  states,
  ownStates,
  state,
  language,
  languages,
  base,
  styles,
  script,
  now,
}: DraftPageParts): Html {
  const chosen = state === undefined ? '' : `${state.screen}/${state.name}`;
  const query = new URLSearchParams({ state: chosen, lang: language });
  const groups = [...states].map(([screen, all]) => {
    const options = all.map(({ name, title }) =>
      writeOption(`${screen}/${name}`, ownStates.has(name) ? name : title, `${screen}/${name}` === chosen),
    );
    return html`<optgroup label="${screen}">${options}</optgroup>`;
  });
  const words = languages.map((one) => writeOption(one, one, one === language));
  const frame =
    state === undefined
      ? html`<p class="plain">There is nothing to show.</p>`
      : html`<iframe title="The draft" data-page="${base}/page?${query}"></iframe>
<script type="module" src="${script}"></script>`;
  return writePage(
    'Draft',
    styles,
    html`<header>
<p><strong>Draft</strong>Not a real page. People and loans are invented, and nothing you enter is sent.</p>
<details><summary>Show another screen</summary>
<p>This link works for ${writeRest(link.until - now)} more.</p>
<form method="get" action="${base}">
<label>Screen and state<select name="state">${groups}</select></label>
<label>Language<select name="lang">${words}</select></label>
<button>Show</button>
</form>
</details>
</header>
${frame}`,
  );
}

function writeOption(value: string, words: string, isChosen: boolean): Html {
  return html`<option value="${value}"${isChosen ? ' selected' : ''}>${words}</option>`;
}

/** Whole hours, or minutes for the last two hours. */
function writeRest(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / 60_000));
  if (minutes >= 120) return `${Math.floor(minutes / 60)} hours`;
  return minutes === 1 ? 'a minute' : `${minutes} minutes`;
}

const WHY = {
  over: ['This link is no longer valid', 'Ask the person who sent it for a new one.'],
  errors: ['This draft cannot be shown now', 'It has errors. Reload this page when they are fixed.'],
} as const;

export function writeNoDraftPage(styles: string, why: keyof typeof WHY): Html {
  const [title, text] = WHY[why];
  return writePage(title, styles, html`<div class="plain"><h1>${title}</h1><p>${text}</p></div>`);
}
