/** What opens above a screen: a first picture has none of it. */
export { dialog } from './overlays/dialog.tsx';
export { sheet } from './overlays/sheet.tsx';
