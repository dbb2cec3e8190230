import '../../kit/picture.css';

interface QrPlaceProps {
  /** Its text or address is loading, the code that shows it is on the way, or it cannot be had. */
  readonly state: 'loading' | 'coming' | 'missing';
  readonly alt: string;
  readonly retryWords: string;
  readonly onRetry?: () => void;
}

/** Where a QR code will stand; where it cannot come, its words and a way to ask again. */
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
