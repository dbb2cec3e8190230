/** Fields that upload, as one chunk; `index.ts` imports it when the first of them is rendered. */
export { files } from './files/files.tsx';
export { photos } from './photos/photos.tsx';
