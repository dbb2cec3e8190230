/** Name of a `<meta>` element: a document with the content `off` registers no service worker. */
export const OFFLINE_META = 'capiz-offline';
