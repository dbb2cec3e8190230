/** Who draws the header: the page, or the app around it. */
export type Chrome = 'web' | 'host';

/**
 * Whether a document is for the shell. Safari and what calls itself like it name Safari; the web view of an app does
 * not. Who is taken for the wrong one sees a header come or go with the page's script, which knows.
 *
 * @param userAgent - The header.
 */
export function chromeFor(userAgent: string | undefined): Chrome {
  return userAgent?.includes(' AppleWebKit/') === true && !userAgent.includes(' Safari/') ? 'host' : 'web';
}
