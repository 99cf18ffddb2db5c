/* The code that lets others in is laid over the table as soon as it has come. */
import { lay } from "./laid.js";

const dialog = document.getElementById("invite");
document.addEventListener("htmx:afterSwap", ({ detail }) => detail.target.id === "invite-code" && lay(dialog));

/* A page that was loaded anew under it is back on the page itself. */
if (history.state?.laid) history.back();
