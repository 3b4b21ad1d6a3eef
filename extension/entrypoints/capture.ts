import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { captureDocument } from '../capture/capture-document.ts';

/** Injected on demand; the returned value is the result of `scripting.executeScript`. */
export default defineUnlistedScript(() => captureDocument(document, Date.now()));
