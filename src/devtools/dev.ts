/**
 * Script of every page of `npm run dev`: reloads the page when its sources change, and installs the inspector. The URL of
 * the script contains the version of the page.
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

/** Reloads the page. The page has removed the state from its address, so go to the state's address. */
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

/** Connects only while the page is visible: a browser allows six connections per origin. */
function listen(): void {
  changes?.close();
  changes = undefined;
  if (document.visibilityState === 'hidden') return;
  changes = new EventSource(CHANGES);
  changes.addEventListener('message', ({ data }) => {
    if (data !== served) reload();
  });
}

// The outer page reloads its frames.
if (window.parent === window) {
  document.addEventListener('visibilitychange', listen);
  listen();
  // An error page has no screen.
  if (document.getElementById('capiz') !== null) installInspector(window);
}
