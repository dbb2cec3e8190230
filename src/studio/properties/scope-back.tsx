import { useState } from 'react';

/** One difference that would be lost. */
export interface Lost {
  readonly what: string;
  /** The value of this screen, and the shared value; undefined for an absent one. */
  readonly own: string | undefined;
  readonly shared: string | undefined;
}

export interface ScopeBackProps {
  readonly label: string;
  readonly said: string;
  readonly lost: readonly Lost[];
  onBack(): void;
}

/** The way from “Here only” back to “Everywhere”. It shows what is lost first. */
export function ScopeBack({ label, said, lost, onBack }: ScopeBackProps) {
  const [isAsked, setAsked] = useState(false);
  return (
    <section className="st-scope" aria-label={label}>
      <p>{said}</p>
      <div className="st-row" role="group" aria-label="A change is for">
        <button
          type="button"
          aria-pressed="false"
          onClick={() => {
            if (lost.length === 0) onBack();
            else setAsked(true);
          }}
        >
          Everywhere
        </button>
        <button type="button" aria-pressed="true" onClick={() => setAsked(false)}>
          Here only
        </button>
      </div>
      {isAsked ? (
        <div role="group" aria-label="What is lost">
          <p>This screen gets what the other screens have. Lost here:</p>
          <ul className="st-changes">
            {lost.map(({ what, own, shared }) => (
              <li key={`${what} ${own}`}>
                {what}
                {own === undefined ? null : <del>{own}</del>}
                {shared === undefined ? null : <ins>{shared}</ins>}
              </li>
            ))}
          </ul>
          <div className="st-row">
            <button
              type="button"
              onClick={() => {
                setAsked(false);
                onBack();
              }}
            >
              Use the shared version
            </button>
            <button type="button" onClick={() => setAsked(false)}>
              Cancel
            </button>
          </div>
        </div>
      ) : null}
    </section>
  );
}
