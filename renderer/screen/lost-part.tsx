import { Icon } from '../kit/icon.tsx';
import type { Say } from '../plan/words.ts';
import '../kit/button.css';

interface LostPartProps {
  readonly say: Say;
  /** Fetches the code again; absent if the widget itself failed. */
  readonly onRetry?: () => void;
}

/** A small box shown instead of a widget that cannot be rendered. */
export function LostPart({ say, onRetry }: LostPartProps) {
  return (
    <div className="cz-broken" role="note">
      <Icon name="warning" size="small" />
      <p>{say('This part could not be shown.')}</p>
      {onRetry === undefined ? null : (
        <button type="button" className="cz-button cz-button-link" onClick={onRetry}>
          {say('Try again')}
        </button>
      )}
    </div>
  );
}
