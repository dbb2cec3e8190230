import './spinner.css';

/** Decorative: a text beside it says what is happening. */
export function Spinner() {
  return <span className="cz-spinner" aria-hidden="true" />;
}
