/**
 * Finds texts in the wrong language, for example left untranslated or copied: Chinese, Japanese or Korean
 * script in a language with another script, and Indonesian in catalogues of English or Philippine languages,
 * recognized by a short list of common words.
 */

const CJK = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
/** Languages that use these scripts. */
const OF_CJK = new Set(['zh', 'ja', 'ko', 'yue']);

/**
 * Frequent in Indonesian, and neither English nor Filipino. `dapat`, `harap` and `tanggal` are Filipino words
 * too.
 */
const INDONESIAN = new Set(
  (
    'tidak silakan silahkan dengan untuk dari adalah atau sudah belum harus mohon masukkan pilih kirim berhasil ' +
    'gagal kembali lanjutkan nomor kode pembayaran bayar jumlah rekening ponsel selesai ulangi terima ' +
    'kasih segera gunakan'
  ).split(' '),
);
/** A fast first test; it matches every text that contains one of the words. */
const MAYBE_INDONESIAN = new RegExp([...INDONESIAN].join('|'), 'iu');
const READ_BESIDE_INDONESIAN = new Set(['en', 'fil', 'tl', 'ceb', 'ilo', 'hil']);

/** Whether a text could be in the wrong language for some catalogue. Most texts need no further check. */
export function mayBeForeign(text: string): boolean {
  return CJK.test(text) || MAYBE_INDONESIAN.test(text);
}

/**
 * Returns which other language a text seems to be in.
 *
 * @param language The catalogue's language: `fil-PH`.
 * @returns `Chinese, Japanese or Korean`, `Indonesian`, or undefined.
 */
export function findForeignWords(text: string, language: string): string | undefined {
  const [family = ''] = language.split('-');
  if (!OF_CJK.has(family) && CJK.test(text)) return 'Chinese, Japanese or Korean';
  if (!READ_BESIDE_INDONESIAN.has(family) || !MAYBE_INDONESIAN.test(text)) return undefined;
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.some((word) => INDONESIAN.has(word)) ? 'Indonesian' : undefined;
}
