import type { Say } from '../plan/words.ts';
import './button.css';
import './field.css';
import { Spinner } from './spinner.tsx';

interface SourceStatusProps {
  readonly source: 'loading' | 'failed';
  onRetry(): void;
  readonly say: Say;
}

interface OptionField {
  readonly field?: { readonly source?: SourceStatusProps['source']; readAgain?(): void } | undefined;
  readonly say: Say;
}

/** Shown in place of missing options: loading, or failed with Retry. */
export function SourceStatus({ source, onRetry, say }: SourceStatusProps) {
  return (
    <>
      <p role="status" className="cz-field-hint">
        {source === 'loading' ? (
          <>
            <Spinner /> {say('Loading…')}
          </>
        ) : (
          say('This list could not be loaded.')
        )}
      </p>
      {source === 'failed' ? (
        <button type="button" className="cz-button" onClick={onRetry}>
          {say('Try again')}
        </button>
      ) : null}
    </>
  );
}

/** The status of a field whose options come from data; undefined once they are there. */
export function renderSourceStatus({ field, say }: OptionField) {
  if (field?.source === undefined) return undefined;
  return <SourceStatus source={field.source} onRetry={() => field.readAgain?.()} say={say} />;
}
