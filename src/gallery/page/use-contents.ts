import { createContext, use, useEffect, useState } from 'react';
import * as v from 'valibot';
import { isRecord } from '#renderer/plan/value.ts';
import { messageOf } from '#src/shared/message-of.ts';
import { CHANGED, GALLERY_ADDRESS, type GalleryContents } from '../answers.ts';

/** Listens to an event of Vite's connection, as `import.meta.hot.on`. */
export type OnEvent = (event: string, run: (payload: unknown) => void) => void;

export interface Gallery {
  readonly contents: GalleryContents;
  /** Grows with every change of the definitions, fixtures and schemas. */
  readonly version: number;
  /** Why a module of the project cannot be loaded. */
  readonly codeFault: string | undefined;
}

export const GalleryContext = createContext<Gallery | undefined>(undefined);

export function useGallery(): Gallery {
  const gallery = use(GalleryContext);
  if (gallery === undefined) throw new Error('The gallery has not been read.');
  return gallery;
}

interface Read extends Omit<Gallery, 'contents'> {
  readonly contents: GalleryContents | undefined;
  readonly fault: string | undefined;
}

const NOTHING: Read = { contents: undefined, version: 0, codeFault: undefined, fault: undefined };

/** Reads the project, and again after each change. */
export function useContents(on: OnEvent): Read {
  const [read, setRead] = useState(NOTHING);
  useEffect(() => {
    let last = 0;
    const readAgain = (): void => {
      const mine = (last += 1);
      readJson<GalleryContents>(GALLERY_ADDRESS).then(
        (contents) => {
          if (mine === last)
            setRead((before) => ({ ...before, contents, version: before.version + 1, fault: undefined }));
        },
        (error: unknown) => setRead((before) => ({ ...before, fault: messageOf(error) })),
      );
    };
    readAgain();
    on(CHANGED, readAgain);
    // It missed what was sent before, or the server was started again.
    on('vite:ws:connect', readAgain);
    on('vite:error', (payload) => setRead((before) => ({ ...before, codeFault: describe(payload) })));
    on('vite:beforeUpdate', () => setRead((before) => ({ ...before, codeFault: undefined })));
  }, [on]);
  return read;
}

const FAULT = v.object({ message: v.string() });

/** @throws Error with the server's message. */
export async function readJson<Answer>(address: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(address, init);
  const answer: unknown = await response.json();
  if (!response.ok) throw new Error(v.parse(FAULT, answer).message);
  // The server is of the same package and version.
  return v.parse(v.custom<Answer>(isRecord), answer);
}

/** The words of Vite's error, with the file and the line if it has them. */
function describe(payload: unknown): string {
  const { err } = payload as { readonly err: ViteError };
  const { message, id, loc, frame } = err;
  const file = loc?.file ?? id;
  const place = file === undefined ? [] : [`${file}${loc === undefined ? '' : `:${loc.line}`}`];
  return [...place, message, ...(frame === undefined ? [] : [frame])].join('\n');
}

interface ViteError {
  readonly message: string;
  readonly id?: string;
  readonly loc?: { readonly file?: string; readonly line: number };
  readonly frame?: string;
}
