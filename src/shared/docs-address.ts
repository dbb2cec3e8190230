/** The documentation as a site. */
export const DOCS_ADDRESS = '/capiz/docs';
