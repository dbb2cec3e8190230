import type { StudioScope } from '../use-studio.ts';
import { screenPath } from './all-screens.ts';

/** What can be done with the open screen as a whole. */
export function ScreenTools({ scope }: { readonly scope: StudioScope }) {
  const { screen, file, denied, setOver, isGone } = scope;
  if (denied !== undefined || isGone || file !== screenPath(screen)) return null;
  return (
    <div className="st-screen-tools" role="group" aria-label="Screen">
      <button type="button" onClick={() => setOver('rename')}>
        Rename…
      </button>
      <button type="button" onClick={() => setOver('move')}>
        Address…
      </button>
      <button type="button" onClick={() => setOver('delete')}>
        Delete…
      </button>
    </div>
  );
}
