import { NEW_DRAFT_ADDRESS } from '../routes/gone.tsx';
import { useTour } from './tour-store.ts';

/** Offers the tour on Home until the person has answered. */
export function TourOffer({ onAnswered }: { onAnswered(): void }) {
  const { isNew, go, end } = useTour();
  if (!isNew) return null;
  return (
    <section className="ho-card ho-tour" aria-label="Tour">
      <p>
        <strong>Two minutes: change a label, see it, ask for approval.</strong>{' '}
        <span className="st-soft">
          Nothing reaches borrowers. You can start the tour later, under “?” in a draft.
        </span>
      </p>
      <p className="st-row">
        <a className="st-tab ho-primary" href={NEW_DRAFT_ADDRESS} onClick={() => go(0)}>
          Start
        </a>
        <button
          type="button"
          onClick={() => {
            end();
            onAnswered();
          }}
        >
          Not now
        </button>
      </p>
    </section>
  );
}
