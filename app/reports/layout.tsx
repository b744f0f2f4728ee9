/** Pages that call procedures from the browser; the others do without the client's script. */
export { ApiProvider as default } from "#components/ui/api/provider.tsx";
