import { Button } from "../../design/Button";
import { Icon } from "../../design/Icon";
import searchBox from "../../design/SearchBox.module.css";
import { paths } from "../../lib/paths";
import { MAX_TEXT } from "./limits";
import { useAddressValue } from "./useAddressValue";

interface SearchFormProps {
  /** What a screen reader calls the field. */
  label: string;
  placeholder: string;
  /** The text that is in the field at first. */
  text?: string;
  /** Other parts of the search that stay as they are: names and values of the address. */
  keep?: readonly (readonly [name: string, value: string])[];
  /** Fields elsewhere on the page can belong to the form by this id. */
  id?: string;
}

/** The search field as a plain GET form: the same with and without scripts. */
export function SearchForm({ label, placeholder, text = "", keep = [], id }: SearchFormProps) {
  const field = useAddressValue(text);
  return (
    <search>
      <form className={searchBox.box} action={paths.search()} id={id}>
        <Icon name="search" />
        <input
          ref={field}
          type="search"
          name="search"
          defaultValue={text}
          aria-label={label}
          placeholder={placeholder}
          maxLength={MAX_TEXT}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="search"
          dir="auto"
        />
        {keep.map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        <Button type="submit">Search</Button>
      </form>
    </search>
  );
}
