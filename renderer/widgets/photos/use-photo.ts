import { type RefObject, useEffect, useRef } from 'react';
import type { UploadItem } from '../../plan/uploads.ts';

/** Shows a photo in its image element: the local file, else the uploaded one. */
export function usePhoto({ content, url }: UploadItem): RefObject<HTMLImageElement | null> {
  const image = useRef<HTMLImageElement>(null);
  // The local file is shown also after the upload.
  const remote = content === undefined ? url : undefined;
  useEffect(() => {
    const element = image.current;
    if (element === null) return undefined;
    if (content === undefined) {
      if (remote !== undefined) element.src = remote;
      return undefined;
    }
    const address = URL.createObjectURL(content);
    element.src = address;
    return () => URL.revokeObjectURL(address);
  }, [content, remote]);
  return image;
}
