import '../../kit/picture.css';

interface QrPlaceProps {
  /** The text or address is loading, the drawing code is loading, or there is no QR code. */
  readonly state: 'loading' | 'coming' | 'missing';
  readonly alt: string;
  readonly retryWords: string;
  readonly onRetry?: () => void;
}

/** The placeholder of a QR code; after a failure, its text and a retry button. */
export function QrPlace({ state, alt, retryWords, onRetry }: QrPlaceProps) {
  return (
    <span className={`cz-picture cz-picture-qr cz-picture-${state}`}>
      {state === 'missing' ? (
        <>
          <span>{alt}</span>
          {onRetry === undefined ? null : (
            <button type="button" className="cz-picture-retry" onClick={onRetry}>
              {retryWords}
            </button>
          )}
        </>
      ) : null}
    </span>
  );
}
