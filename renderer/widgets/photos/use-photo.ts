import { type RefObject, useEffect, useRef } from 'react';
import type { UploadItem } from '../../plan/uploads.ts';
import { isUrl } from '../../plan/url.ts';

/**
 * Shows a photo in its image element: the local file, else the uploaded one.
 *
 * @param attribute - Gets the address: `href` for an `image` in an SVG.
 */
export function usePhoto<Shown extends Element = HTMLImageElement>(
  { content, url }: UploadItem,
  attribute: 'src' | 'href' = 'src',
): RefObject<Shown | null> {
  const image = useRef<Shown>(null);
  // The local file is shown also after the upload.
  const remote = content === undefined ? url : undefined;
  useEffect(() => {
    const element = image.current;
    if (element === null) return undefined;
    if (content === undefined) {
      if (remote !== undefined && isUrl(remote)) element.setAttribute(attribute, remote);
      return undefined;
    }
    const address = URL.createObjectURL(content);
    element.setAttribute(attribute, address);
    return () => URL.revokeObjectURL(address);
  }, [content, remote, attribute]);
  return image;
}
