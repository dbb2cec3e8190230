import { createContext, type ReactNode, useContext, useState } from 'react';
import { type ShownWords, plainValue, plainWords } from './words.tsx';
import './picture.css';

/** The URL of an image from a definition or a reply, including `asset:<name>`; undefined if it may not be loaded. */
export const PictureContext = createContext<(given: string) => string | undefined>(() => undefined);

interface PictureProps {
  readonly src: ShownWords;
  /** Empty if it is decorative. */
  readonly alt: string;
  readonly shape: 'logo' | 'small-logo' | 'banner' | 'wide' | 'square' | 'captcha' | 'auto' | 'qr';
  /** Its first letter is shown if there is no image. */
  readonly name?: ShownWords;
  /** Label of the button that loads a failed image again; without it there is no button. */
  readonly retryWords?: string;
  /** Wraps the image, but not the text shown instead of it. */
  readonly around?: (picture: ReactNode) => ReactNode;
}

/** An image with reserved space, also while it loads and after it failed. */
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
      ref={repeatFailure}
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

/** Loads an image again that failed before React listened to it: in a screen that the server rendered. */
function repeatFailure(image: HTMLImageElement | null): void {
  if (image?.complete === true && image.naturalWidth === 0) image.setAttribute('src', image.src);
}

/** The first character, including a whole surrogate pair. */
function initialOf(name: string | undefined): string {
  return (
    Array.from(name?.trim() ?? '')
      .at(0)
      ?.toUpperCase() ?? ''
  );
}
