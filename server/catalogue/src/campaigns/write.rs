//! Writes campaigns.

use platform::db::{Conn, Tx, query_on, statements};
use sqlx::types::Json;

statements! {
    UPSERT_CAMPAIGN = "
        insert into campaigns (id, blurb_header, blurb_body, hero_links)
        values ($1, $2, $3, $4)
        on conflict (id) do update set blurb_header = excluded.blurb_header, blurb_body = excluded.blurb_body,
            hero_links = excluded.hero_links";
    DELETE_SECTION_SCENARIOS = "delete from campaign_section_scenarios where campaign_id = $1";
    DELETE_SECTIONS = "delete from campaign_sections where campaign_id = $1";
    INSERT_SECTION = "
        insert into campaign_sections (campaign_id, position, display_term, tag_id)
        values ($1, $2, $3, $4)";
    INSERT_SECTION_SCENARIO = "
        insert into campaign_section_scenarios (campaign_id, section_position, position, scenario_id)
        values ($1, $2, $3, $4)";
    CHECK_EMPTY = "select count(*) from (select 1 from campaigns limit 1) c";
}

/// Whether there are no campaigns yet.
///
/// # Errors
/// Database errors.
pub async fn is_empty(conn: &mut Conn) -> sqlx::Result<bool> {
    let campaigns = query_on!(conn, |x: D| sqlx::query_scalar::<D, i64>(CHECK_EMPTY)
        .fetch_one(x)
        .await)?;
    Ok(campaigns == 0)
}

/// A new campaign.
pub struct NewCampaign<'a> {
    /// Its id, which links contain.
    pub id: &'a str,
    /// The heading of its blurb.
    pub header: &'a str,
    /// The text of its blurb.
    pub body: &'a str,
    /// URLs of its images.
    pub hero_links: Vec<String>,
    /// Its sections, in order.
    pub sections: Vec<NewSection<'a>>,
}

/// A new section of a campaign.
pub struct NewSection<'a> {
    /// Its heading.
    pub term: &'a str,
    /// The tag whose scenarios it shows.
    pub tag_id: Option<String>,
    /// The scenarios it shows.
    pub scenarios: Vec<&'a str>,
}

/// Stores a campaign with its sections, or updates it.
///
/// # Errors
/// Database errors.
pub async fn put(tx: &mut Tx, campaign: &NewCampaign<'_>) -> sqlx::Result<()> {
    query_on!(tx, |x: D| {
        let put = sqlx::query::<D>(UPSERT_CAMPAIGN)
            .bind(campaign.id)
            .bind(campaign.header)
            .bind(campaign.body)
            .bind(Json(&campaign.hero_links));
        put.execute(x).await.map(drop)
    })?;
    for delete in [DELETE_SECTION_SCENARIOS, DELETE_SECTIONS] {
        query_on!(tx, |x: D| sqlx::query::<D>(delete)
            .bind(campaign.id)
            .execute(x)
            .await
            .map(drop))?;
    }
    for (position, section) in (0_i64..).zip(&campaign.sections) {
        put_section(tx, campaign.id, position, section).await?;
    }
    Ok(())
}

async fn put_section(tx: &mut Tx, id: &str, position: i64, section: &NewSection<'_>) -> sqlx::Result<()> {
    query_on!(tx, |x: D| sqlx::query::<D>(INSERT_SECTION)
        .bind(id)
        .bind(position)
        .bind(section.term)
        .bind(&section.tag_id)
        .execute(x)
        .await
        .map(drop))?;
    for (place, scenario) in (0_i64..).zip(&section.scenarios) {
        query_on!(tx, |x: D| {
            let put = sqlx::query::<D>(INSERT_SECTION_SCENARIO)
                .bind(id)
                .bind(position)
                .bind(place)
                .bind(*scenario);
            put.execute(x).await.map(drop)
        })?;
    }
    Ok(())
}
