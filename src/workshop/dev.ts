/**
 * Beside every page of `npm run dev`, and in no other: loads the page anew when what it was made of has
 * changed, and lets it be inspected. The address carries which version the page was made of.
 */
import * as v from 'valibot';
import { STATE_ELEMENT_ID } from '#src/shared/states.ts';
import { installInspector } from './inspector/inspector.ts';

/** The parts of a state that its address in the gallery contains. */
const GALLERY_STATE = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ state: v.object({ screen: v.string(), name: v.string() }) }),
);
const CHANGES = '/capiz/dev/changes';
const served = new URL(import.meta.url).searchParams.get('version');
let changes: EventSource | undefined;

/** The page has taken the state out of its address, so a state is opened again by its own. */
function reload(): void {
  const shown = v.safeParse(GALLERY_STATE, document.getElementById(STATE_ELEMENT_ID)?.textContent);
  if (!shown.success) {
    window.location.reload();
    return;
  }
  const { screen, name } = shown.output.state;
  const lang = new URLSearchParams(window.location.search).get('lang');
  window.location.replace(`/gallery/${screen}/${name}${lang === null ? '' : `?lang=${lang}`}`);
}

/** Only while it is seen: a browser opens six connections to an origin, and every tab would hold one. */
function listen(): void {
  changes?.close();
  changes = undefined;
  if (document.visibilityState === 'hidden') return;
  changes = new EventSource(CHANGES);
  changes.addEventListener('message', ({ data }) => {
    if (data !== served) reload();
  });
}

// A frame is loaded anew with the page around it.
if (window.parent === window) {
  document.addEventListener('visibilitychange', listen);
  listen();
  // A page that says what needs mending has no screen.
  if (document.getElementById('capiz') !== null) installInspector(window);
}
