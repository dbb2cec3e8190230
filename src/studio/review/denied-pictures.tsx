import type { ScreenshotReview } from './picture-reviews.ts';

export interface DeniedPicturesProps {
  readonly denied: readonly ScreenshotReview[];
  /** Shows the screenshots of a state. */
  readonly onShow?: ((state: string) => void) | undefined;
}

/** Rejected screenshots. They block publishing until they change or are accepted. */
export function DeniedPictures({ denied, onShow }: DeniedPicturesProps) {
  if (denied.length === 0) return null;
  return (
    <div className="st-bar" role="status">
      <p>
        {denied.length === 1 ? 'A screenshot is' : `${denied.length} screenshots are`} denied: nothing can be
        published.
      </p>
      <ul className="st-denied">
        {denied.map(({ state, actor, note }) => (
          <li key={state}>
            <button type="button" className="st-problem" onClick={() => onShow?.(state)}>
              {state}: {note} ({actor})
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
