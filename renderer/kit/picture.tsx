import { createContext, type ReactNode, useContext, useState } from 'react';
import { type DrawnWords, plainValue, plainWords } from './words.tsx';
import './picture.css';

/**
 * The address to load for a picture of a definition or a reply, `asset:<name>` included; undefined if none may be
 * loaded.
 */
export const PictureContext = createContext<(given: string) => string | undefined>(() => undefined);

interface PictureProps {
  readonly src: DrawnWords;
  /** Empty where it only decorates. */
  readonly alt: string;
  readonly shape: 'logo' | 'small-logo' | 'banner' | 'wide' | 'square' | 'captcha' | 'auto' | 'qr';
  /** Its first letter stands where there is no picture. */
  readonly name?: DrawnWords;
  /** Words of the button that loads again what could not be loaded; without them there is none. */
  readonly retryWords?: string;
  /** Put around the picture, and not around the words that stand in for it. */
  readonly around?: (picture: ReactNode) => ReactNode;
}

/** A picture in a space that is kept for it, whether it comes, loads or fails. */
export function Picture({ src, alt, shape, name, retryWords, around }: PictureProps) {
  const addressOf = useContext(PictureContext);
  const [failed, setFailed] = useState<string>();
  const given = plainValue(src);
  const address = given === undefined ? undefined : addressOf(given);
  const isLoading = typeof src === 'symbol';
  const hasNone = address === undefined || address === '';
  const isMissing = !isLoading && (hasNone || address === failed);
  const isLogo = shape === 'logo' || shape === 'small-logo';
  const kind = isLoading ? 'cz-picture-loading' : isMissing ? 'cz-picture-missing' : 'cz-picture-shown';
  const picture = (
    <img
      src={address}
      alt={alt}
      loading="lazy"
      decoding="async"
      referrerPolicy="no-referrer"
      onError={() => setFailed(address)}
    />
  );
  return (
    <span className={`cz-picture cz-picture-${shape} ${kind}`} aria-hidden={isLogo || undefined}>
      {isLoading ? null : isMissing ? (
        <>
          <span>{isLogo ? initialOf(plainWords(name)) : alt}</span>
          {hasNone || alt === '' || retryWords === undefined ? null : (
            <button type="button" className="cz-picture-retry" onClick={() => setFailed(undefined)}>
              {retryWords}
            </button>
          )}
        </>
      ) : (
        (around?.(picture) ?? picture)
      )}
    </span>
  );
}

/** The first character as a reader counts it, not half of a surrogate pair. */
function initialOf(name: string | undefined): string {
  return (
    Array.from(name?.trim() ?? '')
      .at(0)
      ?.toLocaleUpperCase() ?? ''
  );
}
