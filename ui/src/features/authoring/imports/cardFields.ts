/** What people call the fields of cards; a field that is not here is called as it is written. */
const LABELS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "": "Lorebook",
    alternate_greetings: "Alternate greetings",
    assets: "Pictures and other files",
    avatar: "Name of the picture’s file",
    character_book: "Lorebook",
    "character_book.entries": "Lore entries",
    character_version: "Card’s version",
    char_greeting: "First message",
    char_name: "Name",
    char_persona: "Personality",
    chat: "Latest chat",
    chat_size: "Size of the chats",
    create_date: "Date of creation",
    creation_date: "Date of creation",
    creator: "Creator",
    creator_notes: "Creator’s notes",
    creator_notes_multilingual: "Creator’s notes in other languages",
    creatorcomment: "Creator’s notes",
    data_size: "Size of the card",
    date_added: "Date added",
    date_last_chat: "Date of the latest chat",
    description: "Description",
    entries: "Lore entries",
    example_dialogue: "Example messages",
    extensions: "Extra data",
    "extensions.chat": "Latest chat",
    "extensions.create_date": "Date of creation",
    "extensions.date_last_chat": "Date of the latest chat",
    "extensions.depth_prompt": "Character’s note",
    "extensions.depth_prompt.depth": "Depth of the character’s note",
    "extensions.depth_prompt.prompt": "Character’s note",
    "extensions.depth_prompt.role": "Role of the character’s note",
    "extensions.fav": "Favourite",
    "extensions.favorite": "Favourite",
    "extensions.last_chat": "Latest chat",
    "extensions.talkativeness": "Talkativeness",
    "extensions.world": "Linked lorebook",
    fav: "Favourite",
    first_mes: "First message",
    group_only_greetings: "Greetings for groups",
    json_data: "Copy of the card",
    last_chat: "Latest chat",
    mes_example: "Example messages",
    modification_date: "Date of the last change",
    name: "Name",
    nickname: "Nickname",
    personality: "Personality",
    post_history_instructions: "Post-history instructions",
    scenario: "Scenario",
    shallow: "Loaded in part",
    source: "Source",
    spec: "Kind of card",
    spec_version: "Version of the format",
    system_prompt: "System prompt",
    tags: "Tags",
    talkativeness: "Talkativeness",
    world_scenario: "Scenario",
  }),
);

const plainPath = (field: string): string => field.replace(/^data\./, "").replaceAll("[]", "");

/** A card's field in words: `data.first_mes` as `First message`, within a known one as `Lore entries › keys`. */
export function cardFieldName(field: string): string {
  const parts = plainPath(field).split(".");
  for (let known = parts.length; known > 0; known -= 1) {
    const label = LABELS.get(parts.slice(0, known).join("."));
    if (label !== undefined) return [label, ...parts.slice(known)].join(" › ");
  }
  return parts.join(" › ");
}
