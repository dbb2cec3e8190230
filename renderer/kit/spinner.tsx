import './spinner.css';

/** Decorative: what is going on is said in words beside it. */
export function Spinner() {
  return <span className="cz-spinner" aria-hidden="true" />;
}
